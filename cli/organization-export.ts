import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { listGroups } from "@/lib/component-groups/queries";
import { serializeGroup } from "@/lib/component-groups/serialize";
import { listComponents } from "@/lib/components/queries";
import { serializeComponent } from "@/lib/components/serialize";
import type { TimeCursor } from "@/lib/cursor";
import { listIncidents } from "@/lib/incidents/queries";
import { serializeIncident, serializeIncidentUpdate } from "@/lib/incidents/serialize";
import { listMaintenances } from "@/lib/maintenances/queries";
import { serializeMaintenance, serializeMaintenanceUpdate } from "@/lib/maintenances/serialize";
import { getOrganization } from "@/lib/organizations/queries";
import { getSystemScope, type OrganizationScope } from "@/lib/organizations/scope";
import { serializeOrganization } from "@/lib/organizations/serialize";
import { listSubscribers } from "@/lib/subscribers/queries";
import { serializeSubscriber } from "@/lib/subscribers/serialize";
import { MAX_PAGE_SIZE } from "@/lib/subscribers/values";
import { listTemplates } from "@/lib/templates/queries";
import { serializeTemplate } from "@/lib/templates/serialize";
import {
  createIncidentSubject,
  createMaintenanceSubject,
  listUpdates,
} from "@/lib/updates/queries";
import { withDatabase } from "./commands";
import { printResult } from "./output";

type Page<Cursor> = { next: Cursor | null };

async function* readPages<Cursor, Result extends Page<Cursor>, Entry>(
  read: (before: Cursor | undefined) => Promise<Result>,
  getEntries: (page: Result) => Entry[],
): AsyncGenerator<Entry> {
  let before: Cursor | undefined;
  do {
    const page = await read(before);
    yield* getEntries(page);
    before = page.next ?? undefined;
  } while (before !== undefined);
}

async function collect<Entry, Result>(
  entries: AsyncIterable<Entry>,
  convert: (entry: Entry) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for await (const entry of entries) results.push(convert(entry));
  return results;
}

async function* readIncidents(scope: OrganizationScope): AsyncGenerator<object> {
  const incidents = readPages(
    (before?: TimeCursor) => listIncidents(scope, { before }),
    (page) => page.incidents,
  );
  for await (const incident of incidents) {
    const updates = readPages(
      (before?: TimeCursor) => listUpdates(scope, createIncidentSubject(incident.id), before),
      (page) => page.updates,
    );
    yield {
      ...serializeIncident(incident),
      updates: await collect(updates, serializeIncidentUpdate),
    };
  }
}

async function* readMaintenances(scope: OrganizationScope): AsyncGenerator<object> {
  const maintenances = readPages(
    (before?: TimeCursor) => listMaintenances(scope, { before }),
    (page) => page.maintenances,
  );
  for await (const maintenance of maintenances) {
    const updates = readPages(
      (before?: TimeCursor) => listUpdates(scope, createMaintenanceSubject(maintenance.id), before),
      (page) => page.updates,
    );
    yield {
      ...serializeMaintenance(maintenance),
      updates: await collect(updates, serializeMaintenanceUpdate),
    };
  }
}

async function* readTemplates(scope: OrganizationScope): AsyncGenerator<object> {
  const templates = readPages(
    (before?: string) => listTemplates(scope, { before }),
    (page) => page.templates,
  );
  for await (const template of templates) yield serializeTemplate(template);
}

async function* readSubscribers(scope: OrganizationScope): AsyncGenerator<object> {
  const subscribers = readPages(
    (before?: string) => listSubscribers(scope, { before, limit: MAX_PAGE_SIZE }),
    (page) => page.subscribers,
  );
  for await (const subscriber of subscribers) yield serializeSubscriber(subscriber);
}

/** Yields the JSON in parts, so that not all incidents and subscribers are in memory at once. */
async function* writeDocument(id: string): AsyncGenerator<string> {
  const scope = getSystemScope(id);
  const organization = serializeOrganization(await getOrganization(scope));
  yield `{"format":"candor-organization","version":1,"organization":${JSON.stringify(organization)}`;
  const [components, archived] = await Promise.all([
    listComponents(scope),
    listComponents(scope, { archived: true }),
  ]);
  const lists: Record<string, Iterable<object> | AsyncIterable<object>> = {
    component_groups: (await listGroups(scope)).map(serializeGroup),
    components: [...components, ...archived].map(serializeComponent),
    templates: readTemplates(scope),
    incidents: readIncidents(scope),
    maintenances: readMaintenances(scope),
    subscribers: readSubscribers(scope),
  };
  for (const [name, entries] of Object.entries(lists)) {
    yield `,\n"${name}":[`;
    let separator = "\n";
    for await (const entry of entries) {
      yield separator + JSON.stringify(entry);
      separator = ",\n";
    }
    yield "]";
  }
  yield "}\n";
}

/** Writes an organization as JSON, with the API's fields, to standard output or a file. */
export async function exportOrganization(
  id: string,
  { json = false, output }: { json?: boolean; output?: string },
): Promise<void> {
  await withDatabase(async () => {
    const document = Readable.from(writeDocument(id));
    if (output === undefined) return pipeline(document, process.stdout, { end: false });
    const partialPath = `${output}.${process.pid}.partial`;
    try {
      await pipeline(document, createWriteStream(partialPath, { mode: 0o600, flags: "wx" }));
      await rename(partialPath, output);
    } finally {
      await rm(partialPath, { force: true });
    }
    printResult(json, { path: output }, `Exported ${id} to ${output}.`);
  });
}
