import { getDatabasePath } from "@/lib/migrations";

/** A class of database errors that become a 503. `detail` is sent to the client. */
type DatabaseFault = { pattern: RegExp; detail: string; retryAfterSeconds: number };

const DAMAGED: DatabaseFault = {
  pattern: /^(XX00[12]|SQLITE_CORRUPT\w*|SQLITE_NOTADB)$/,
  detail: "The database is damaged. The administrator of this installation must restore it.",
  retryAfterSeconds: 300,
};

/** This includes the timeout of a single transaction or statement. */
const BUSY: DatabaseFault = {
  pattern: new RegExp(
    String.raw`^(55P03|57014|53\d{3}|P1008|P2024|P2028|SQLITE_(BUSY|LOCKED|PROTOCOL)\w*)$` +
      "|database is locked|Query read timeout",
  ),
  detail: "The database is busy. Try again in a moment.",
  retryAfterSeconds: 2,
};

/** The codes are from PostgreSQL (SQLSTATE), SQLite, Prisma, and the operating system. */
const faults: readonly DatabaseFault[] = [
  {
    pattern: /^(25006|SQLITE_READONLY\w*|EROFS)$/,
    detail: "The database is read-only, so nothing can be saved. Try again later.",
    retryAfterSeconds: 30,
  },
  {
    pattern: /^(53100|SQLITE_FULL|ENOSPC|EDQUOT)$/,
    detail: "The database's disk is full, so nothing can be saved. Try again later.",
    retryAfterSeconds: 60,
  },
  DAMAGED,
  {
    pattern: /^(58030|SQLITE_IOERR\w*|EIO)$/,
    detail: "The database's disk reports errors. Try again later.",
    retryAfterSeconds: 60,
  },
  BUSY,
  {
    pattern: new RegExp(
      String.raw`^(P10(01|02|17)|08\w{3}|57P0\d|SQLITE_CANTOPEN\w*` +
        String.raw`|ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$` +
        "|DatabaseNotReachable|ConnectionClosed|reach database server|has closed the connection" +
        "|Connection terminated|when trying to connect|terminating connection",
    ),
    detail: "The database cannot be reached. Try again in a moment.",
    retryAfterSeconds: 2,
  },
];

type Fields = Record<string, unknown>;
type DatabaseError = Error &
  Fields & { meta?: { driverAdapterError?: { cause?: Fields } }; cause?: Fields };

const isError = (error: unknown): error is DatabaseError => error instanceof Error;

/** Returns what Prisma's adapter reported: plain objects, unlike the causes of other errors. */
const listReports = ({ meta, cause }: DatabaseError): Fields[] =>
  [meta?.driverAdapterError?.cause, cause].filter(
    (each): each is Fields => each != null && !isError(each),
  );

/** Returns the codes of an error, the codes and kind that the adapter reported, and the message. */
function listTexts(error: unknown): string[] {
  if (!isError(error)) return [];
  const { code, errorCode, syscall, clientVersion, meta } = error;
  // The code is ignored for file errors that do not come from the database client.
  const isFileError = syscall !== undefined && syscall !== "connect" && clientVersion === undefined;
  return [
    isFileError ? undefined : code,
    errorCode,
    ...listReports(error).flatMap((report) => [report.originalCode, report.code, report.kind]),
    `${String(error)} ${JSON.stringify(meta ?? "")}`,
  ].filter((text) => typeof text === "string");
}

const matches = (error: unknown, pattern: RegExp): boolean =>
  listTexts(error).some((text) => pattern.test(text));

export const findDatabaseFault = (error: unknown): DatabaseFault | null =>
  faults.find(({ pattern }) => matches(error, pattern)) ?? null;

const REJECTIONS =
  /^(AuthenticationFailed|DatabaseAccessDenied|DatabaseDoesNotExist|TlsConnectionError)$/;

/**
 * Returns an error for the operator if the database is damaged or rejected the connection, else the
 * same error.
 */
export function explainDatabaseError(error: unknown, url = ""): unknown {
  if (!isError(error)) return error;
  const rejection = listReports(error).find(({ kind }) => REJECTIONS.test(String(kind)));
  const file = url.startsWith("file:") ? ` file ${getDatabasePath(url)}` : "";
  const reason = rejection?.originalMessage ?? rejection?.reason ?? rejection?.kind;
  const explanation = isDamaged(error)
    ? `The database${file} is damaged (${error.message}). Restore it from a backup.`
    : rejection && `The connection to the database failed: ${String(reason)}. Check DATABASE_URL.`;
  return explanation === undefined ? error : new Error(explanation, { cause: error });
}

export const isUnavailable = (error: unknown): boolean => findDatabaseFault(error) !== null;

export const isBusy = (error: unknown): boolean => findDatabaseFault(error) === BUSY;

export const isDamaged = (error: unknown): boolean => findDatabaseFault(error) === DAMAGED;

export const isUniqueViolation = (error: unknown): boolean =>
  matches(error, /^(P2002|UniqueConstraintViolation|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY))$/);

export const isMissingRecord = (error: unknown): boolean => matches(error, /^P2025$/);

export const isMissingTable = (error: unknown): boolean =>
  matches(error, /^TableDoesNotExist$|\bno such table: /);

export const isWriteConflict = (error: unknown): boolean =>
  matches(error, /^(P2034|TransactionWriteConflict)$/);
