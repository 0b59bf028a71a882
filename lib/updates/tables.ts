import type { Tx } from "@/lib/db/database";
import type { Subject, SubjectKind } from "./values";

const getIncidentTables = (db: Tx) => ({
  subjects: db.incident,
  updates: db.incidentUpdate,
  texts: db.incidentUpdateText,
  components: db.incidentComponent,
});

/**
 * Returns the tables of incidents or maintenance, with the type of incident tables. Use only
 * columns that both have, and those that `getColumns` names.
 */
export const getTables = (db: Tx, kind: SubjectKind): ReturnType<typeof getIncidentTables> =>
  kind === "incident"
    ? getIncidentTables(db)
    : ({
        subjects: db.maintenance,
        updates: db.maintenanceUpdate,
        texts: db.maintenanceUpdateText,
        components: db.maintenanceComponent,
      } as unknown as ReturnType<typeof getIncidentTables>);

const incidentColumns = { subject: "incidentId", time: "displayAt" } as const;
/** Returns the columns of a kind's tables, with the type of incident columns. */
export const getColumns = (kind: SubjectKind): typeof incidentColumns =>
  kind === "incident"
    ? incidentColumns
    : ({ subject: "maintenanceId", time: "createdAt" } as unknown as typeof incidentColumns);

export const createSubjectFilter = ({ kind, id }: Subject): { incidentId: string } =>
  ({ [getColumns(kind).subject]: id }) as { incidentId: string };

/** Returns the order of updates, newest first. */
export const orderByNewest = (kind: SubjectKind) => [
  { [getColumns(kind).time]: "desc" as const },
  { id: "desc" as const },
];
