/**
 * A condition of the database that makes requests fail until it ends. `detail` is shown to the
 * caller.
 */
export type DatabaseFault = {
  codes: RegExp;
  words?: RegExp;
  detail: string;
  retryAfterSeconds: number;
};

/**
 * SQLSTATEs of PostgreSQL, result codes of SQLite, codes of Prisma, and of the operating system.
 */
const UNREACHABLE_CODES = new RegExp(
  String.raw`^(P10(01|02|17)|08\w{3}|57P0\d|SQLITE_CANTOPEN\w*` +
    String.raw`|ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$`,
);
const UNREACHABLE_WORDS = new RegExp(
  "DatabaseNotReachable|ConnectionClosed|reach database server|has closed the connection" +
    "|Connection terminated|when trying to connect|terminating connection",
);

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
  {
    codes: /^(XX00[12]|SQLITE_CORRUPT\w*|SQLITE_NOTADB)$/,
    detail: "The database is damaged. The administrator of this server must restore it.",
    retryAfterSeconds: 300,
  },
  {
    codes: /^(58030|SQLITE_IOERR\w*|EIO)$/,
    detail: "The database's disk reports errors. Try again later.",
    retryAfterSeconds: 60,
  },
  {
    codes: /^(55P03|57014|53\d{3}|P1008|P2024|P2028|SQLITE_(BUSY|LOCKED|PROTOCOL)\w*)$/,
    words: /database is locked/,
    detail: "The database is busy. Try again in a moment.",
    retryAfterSeconds: 2,
  },
  {
    codes: UNREACHABLE_CODES,
    words: UNREACHABLE_WORDS,
    detail: "The database cannot be reached. Try again in a moment.",
    retryAfterSeconds: 2,
  },
];

type Cause = { originalCode?: unknown; code?: unknown };

/** The condition of the database that an error stems from, or null for any other error. */
export function findDatabaseFault(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error)) return null;
  const { code, errorCode, syscall, clientVersion, meta, cause } = error as Cause & {
    errorCode?: unknown;
    syscall?: unknown;
    clientVersion?: unknown;
    meta?: { driverAdapterError?: { cause?: Cause } };
    cause?: unknown;
  };
  const causes = [meta?.driverAdapterError?.cause, cause as Cause | undefined];
  // A file that cannot be opened or written is not the database's: only Prisma's errors and failed
  // connections are.
  const isFileError = syscall !== undefined && syscall !== "connect" && clientVersion === undefined;
  const codes = [
    isFileError ? undefined : code,
    errorCode,
    ...causes.flatMap((each) => [each?.originalCode, each?.code]),
  ].filter((each) => typeof each === "string");
  const words = `${String(error)} ${JSON.stringify(meta ?? "")}`;
  return (
    faults.find(
      (fault) => codes.some((each) => fault.codes.test(each)) || fault.words?.test(words),
    ) ?? null
  );
}
