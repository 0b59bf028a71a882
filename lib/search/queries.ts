import { findComponents, listComponentNames } from "@/lib/components/queries";
import { listIncidents } from "@/lib/incidents/queries";
import { listMaintenances } from "@/lib/maintenances/queries";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { listSubscribers, type Subscriber } from "@/lib/subscribers/queries";
import { maskAddress } from "@/lib/subscribers/rules";
import { findTemplates, listTemplateNames } from "@/lib/templates/queries";
import { countWords, mergeById, splitWords, takeBest } from "./rules";

const MAX_RESULTS = 20;

/**
 * Finds results with at least one of the words, those with the most words first. Not all words must
 * match, because the command palette also sends words that name a command.
 */
export async function search(scope: OrganizationScope, q: string) {
  const words = splitWords(q);
  // The hash of a chat channel's URL depends on case. All other comparisons ignore case.
  const given = q.split(/\s+/);
  const findBest = <Row>(rows: readonly Row[], getName: (row: Row) => string): Row[] =>
    takeBest(rows, (row) => countWords(getName(row), words), MAX_RESULTS);
  const findBestIds = (rows: readonly { id: string; name: string }[]): string[] =>
    findBest(rows, ({ name }) => name).map(({ id }) => id);
  const [incidents, maintenances, subscribers, components, templates] = await Promise.all([
    findCandidates(given, async (filter) => (await listIncidents(scope, filter)).incidents),
    findCandidates(given, async (filter) => (await listMaintenances(scope, filter)).maintenances),
    findCandidates(given, async (filter) => (await listSubscribers(scope, filter)).subscribers),
    listComponentNames(scope),
    listTemplateNames(scope),
  ]);
  return {
    incidents: findBest(incidents, ({ title }) => title),
    maintenances: findBest(maintenances, ({ title }) => title),
    subscribers: findBest(subscribers, (subscriber) => getSearchedAddress(subscriber, words)),
    components: await findComponents(scope, findBestIds(components)),
    templates: await findTemplates(scope, findBestIds(templates)),
  };
}

/**
 * Returns the masked address, or the address itself if a word equals it. Parts of a chat channel's
 * URL must not match, because a search would then reveal its secret.
 */
const getSearchedAddress = ({ channel, address }: Subscriber, words: readonly string[]): string =>
  words.includes(address.toLowerCase()) ? address : maskAddress(channel, address);

/**
 * Reads the first page of a list up to three times: unfiltered, filtered by all words, and filtered
 * by the longest word. Older rows with only a shorter word are not found.
 */
async function findCandidates<Row extends { id: string }>(
  words: readonly string[],
  list: (filter: { q?: string }) => Promise<Row[]>,
): Promise<Row[]> {
  const longest = words.toSorted((a, b) => b.length - a.length)[0]!;
  const queries = [...new Set([words.join(" "), longest])];
  const lists = await Promise.all([...queries.map((q) => list({ q })), list({})]);
  return mergeById(...lists);
}
