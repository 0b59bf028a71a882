/** A class of database errors that become a 503. `detail` is sent to the client. */
type DatabaseFault = {
  codes: RegExp;
  messages?: RegExp;
  detail: string;
  retryAfterSeconds: number;
};

const DAMAGED: DatabaseFault = {
  codes: /^(XX00[12]|SQLITE_CORRUPT\w*|SQLITE_NOTADB)$/,
  detail: "The database is damaged. The administrator of this installation must restore it.",
  retryAfterSeconds: 300,
};

/** This includes the timeout of a single transaction or statement. */
const BUSY: DatabaseFault = {
  codes: /^(55P03|57014|53\d{3}|P1008|P2024|P2028|SQLITE_(BUSY|LOCKED|PROTOCOL)\w*)$/,
  messages: /database is locked|Query read timeout/,
  detail: "The database is busy. Try again in a moment.",
  retryAfterSeconds: 2,
};

/** The codes are from PostgreSQL (SQLSTATE), SQLite, Prisma, and the operating system. */
const faults: readonly DatabaseFault[] = [
  {
    codes: /^(25006|SQLITE_READONLY\w*|EROFS)$/,
    detail: "The database is read-only, so nothing can be saved. Try again later.",
    retryAfterSeconds: 30,
  },
  {
    codes: /^(53100|SQLITE_FULL|ENOSPC|EDQUOT)$/,
    detail: "The database's disk is full, so nothing can be saved. Try again later.",
    retryAfterSeconds: 60,
  },
  DAMAGED,
  {
    codes: /^(58030|SQLITE_IOERR\w*|EIO)$/,
    detail: "The database's disk reports errors. Try again later.",
    retryAfterSeconds: 60,
  },
  BUSY,
  {
    codes: new RegExp(
      String.raw`^(P10(01|02|17)|08\w{3}|57P0\d|SQLITE_CANTOPEN\w*` +
        String.raw`|ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$`,
    ),
    messages: new RegExp(
      "DatabaseNotReachable|ConnectionClosed|reach database server|has closed the connection" +
        "|Connection terminated|when trying to connect|terminating connection",
    ),
    detail: "The database cannot be reached. Try again in a moment.",
    retryAfterSeconds: 2,
  },
];

type Cause = {
  originalCode?: unknown;
  code?: unknown;
  kind?: unknown;
  originalMessage?: unknown;
  reason?: unknown;
};
type PrismaError = Error & {
  code?: unknown;
  errorCode?: unknown;
  syscall?: unknown;
  clientVersion?: unknown;
  meta?: { driverAdapterError?: { cause?: Cause } };
  cause?: Cause;
};

export function findDatabaseFault(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error)) return null;
  const { code, errorCode, syscall, clientVersion, meta, cause } = error as PrismaError;
  // The code is ignored for file errors that do not come from the database client.
  const isFileError = syscall !== undefined && syscall !== "connect" && clientVersion === undefined;
  const codes = [
    isFileError ? undefined : code,
    errorCode,
    ...[meta?.driverAdapterError?.cause, cause].flatMap((each) => [each?.originalCode, each?.code]),
  ].filter((each) => typeof each === "string");
  const message = `${String(error)} ${JSON.stringify(meta ?? "")}`;
  return (
    faults.find(
      (fault) => codes.some((each) => fault.codes.test(each)) || fault.messages?.test(message),
    ) ?? null
  );
}

const REJECTIONS =
  /^(AuthenticationFailed|DatabaseAccessDenied|DatabaseDoesNotExist|TlsConnectionError)$/;

/**
 * Returns an error with the reason if the database rejected the connection, else the same error.
 */
export function explainConnectionError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { meta, cause } = error as PrismaError;
  const rejection = [meta?.driverAdapterError?.cause, cause].find((each) =>
    REJECTIONS.test(String(each?.kind)),
  );
  if (rejection === undefined) return error;
  const reason = String(rejection.originalMessage ?? rejection.reason ?? rejection.kind);
  return new Error(`The connection to the database failed: ${reason}. Check DATABASE_URL.`, {
    cause: error,
  });
}

export const isUnavailable = (error: unknown): boolean => findDatabaseFault(error) !== null;

export const isBusy = (error: unknown): boolean => findDatabaseFault(error) === BUSY;

export const isDamaged = (error: unknown): boolean => findDatabaseFault(error) === DAMAGED;

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && (error as PrismaError).code === code;

const hasRawKind = (error: unknown, kind: string) =>
  hasCode(error, "P2010") && (error as PrismaError).meta?.driverAdapterError?.cause?.kind === kind;

export const isUniqueViolation = (error: unknown): boolean =>
  hasCode(error, "P2002") || hasRawKind(error, "UniqueConstraintViolation");

export const isMissingRecord = (error: unknown): boolean => hasCode(error, "P2025");

export const isMissingTable = (error: unknown): boolean => hasRawKind(error, "TableDoesNotExist");

export const isWriteConflict = (error: unknown): boolean =>
  hasCode(error, "P2034") || hasRawKind(error, "TransactionWriteConflict");
