import { listComponents } from "@/lib/components/queries";
import { listIncidents } from "@/lib/incidents/queries";
import { listMaintenances } from "@/lib/maintenances/queries";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { listSubscribers } from "@/lib/subscribers/queries";
import { listTemplates, type TemplatePage } from "@/lib/templates/queries";
import { countWords, splitWords } from "./rules";

/** Results of one type. */
const MAX_RESULTS = 20;
/** Pages of templates, which have no search of their own. */
const MAX_PAGES = 20;

/**
 * Searches the records of an organization by name. Those that contain most of the words come first:
 * the other words can be a command.
 */
export async function search(scope: OrganizationScope, q: string) {
  const words = splitWords(q);
  const best = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] =>
    rows
      .map((row) => ({ row, count: countWords(nameOf(row), words) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_RESULTS)
      .map(({ row }) => row);
  const [incidents, maintenances, subscribers, components, archived, templates] = await Promise.all(
    [
      findCandidates(words, async (filter) => (await listIncidents(scope, filter)).incidents),
      findCandidates(words, async (filter) => (await listMaintenances(scope, filter)).maintenances),
      findCandidates(words, async (filter) => (await listSubscribers(scope, filter)).subscribers),
      listComponents(scope),
      listComponents(scope, { archived: true }),
      readTemplates(scope),
    ],
  );
  return {
    incidents: best(incidents, ({ title }) => title),
    maintenances: best(maintenances, ({ title }) => title),
    subscribers: best(subscribers, ({ address }) => address),
    components: best([...components, ...archived], ({ name }) => name),
    templates: best(templates, ({ name }) => name),
  };
}

/** The newest records, those with all words, and those with the longest word. */
async function findCandidates<Row extends { id: string }>(
  words: readonly string[],
  list: (filter: { q?: string }) => Promise<Row[]>,
): Promise<Row[]> {
  const longest = words.toSorted((a, b) => b.length - a.length)[0]!;
  const queries = [...new Set([words.join(" "), longest])];
  const lists = await Promise.all([...queries.map((q) => list({ q })), list({})]);
  return [...new Map(lists.flat().map((row) => [row.id, row])).values()];
}

async function readTemplates(scope: OrganizationScope): Promise<TemplatePage["templates"]> {
  const templates: TemplatePage["templates"] = [];
  let before: string | undefined;
  for (let count = 0; count < MAX_PAGES; count++) {
    const page = await listTemplates(scope, { before });
    templates.push(...page.templates);
    if (page.next === null) break;
    before = page.next;
  }
  return templates;
}
