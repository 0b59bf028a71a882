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
import { listUpdates, type UpdateOf } from "@/lib/updates/queries";
import type { Subject, SubjectKind } from "@/lib/updates/values";
import { withDatabase } from "./commands";
import { printResult } from "./output";

async function* readPages<Cursor, Page extends { next: Cursor | null }, Entry>(
  read: (before: Cursor | undefined) => Promise<Page>,
  getEntries: (page: Page) => Entry[],
): AsyncGenerator<Entry> {
  let before: Cursor | undefined;
  do {
    const page = await read(before);
    yield* getEntries(page);
    before = page.next ?? undefined;
  } while (before !== undefined);
}

async function readUpdates<Kind extends SubjectKind>(
  scope: OrganizationScope,
  subject: Subject<Kind>,
  serialize: (update: UpdateOf<Kind>) => object,
): Promise<object[]> {
  const pages = readPages(
    (before?: TimeCursor) => listUpdates(scope, subject, before),
    (page) => page.updates.map(serialize),
  );
  const updates: object[] = [];
  for await (const update of pages) updates.push(update);
  return updates;
}

async function* readIncidents(scope: OrganizationScope): AsyncGenerator<object> {
  const incidents = readPages(
    (before?: TimeCursor) => listIncidents(scope, { before }),
    (page) => page.incidents,
  );
  for await (const incident of incidents) {
    const subject = { kind: "incident", id: incident.id } as const;
    const updates = await readUpdates(scope, subject, serializeIncidentUpdate);
    yield { ...serializeIncident(incident), updates };
  }
}

async function* readMaintenances(scope: OrganizationScope): AsyncGenerator<object> {
  const maintenances = readPages(
    (before?: TimeCursor) => listMaintenances(scope, { before }),
    (page) => page.maintenances,
  );
  for await (const maintenance of maintenances) {
    const subject = { kind: "maintenance", id: maintenance.id } as const;
    const updates = await readUpdates(scope, subject, serializeMaintenanceUpdate);
    yield { ...serializeMaintenance(maintenance), updates };
  }
}

const readTemplates = (scope: OrganizationScope): AsyncGenerator<object> =>
  readPages(
    (before?: string) => listTemplates(scope, { before }),
    (page) => page.templates.map(serializeTemplate),
  );

const readSubscribers = (scope: OrganizationScope): AsyncGenerator<object> =>
  readPages(
    (before?: string) => listSubscribers(scope, { before, limit: MAX_PAGE_SIZE }),
    (page) => page.subscribers.map(serializeSubscriber),
  );

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
