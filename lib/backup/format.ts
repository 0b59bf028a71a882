import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { z } from "zod";

// A backup is a stream of JSON lines: the header, the secrets, the tables, and the end with a
// checksum. Each table that has rows is a line with its columns, followed by a line for each row.
// The stream is compressed with gzip, and encrypted with age if there is a passphrase.

export const FORMAT = "candor-backup";
export const FORMAT_VERSION = 1;
/** Backups and restores read or write the whole database in one transaction. */
export const TRANSACTION_TIMEOUT_MS = 24 * 60 * 60_000;
const AGE_MAGIC = "age-encryption.org/";
const GZIP_MAGIC = 0x1f8b;
/**
 * The cost that OWASP recommends for scrypt. Each guess of a passphrase requires 128 MB of memory.
 */
const SCRYPT_WORK_FACTOR = 17;
const CHUNK_LENGTH = 64 * 1024;

const header = z.object({
  format: z.literal(FORMAT),
  version: z.number(),
  app_version: z.string(),
  engine: z.enum(["sqlite", "postgresql"]),
  migrations: z.array(z.string()),
  created_at: z.string(),
});
export type BackupHeader = z.infer<typeof header>;

/** Secrets for sessions and stored data. The first of each list encrypts; any of them decrypts. */
const secrets = z.object({ session: z.array(z.string()), data: z.array(z.string()) });
export type BackupSecrets = z.infer<typeof secrets>;

/** The name of a table or column. Its characters are restricted, because it becomes part of SQL. */
const identifier = z.string().regex(/^[a-z_]+$/);
const table = z.object({ table: identifier, columns: z.array(identifier) });
export type BackupTable = z.infer<typeof table>;
type BackupEnd = { rows: number; sha256: string };
export type BackupValue = string | number | boolean | null | Date | bigint | Uint8Array;
type Encoded =
  string | number | boolean | null | { time: string } | { integer: string } | { bytes: string };

/** Thrown if a backup can't be read or restored. The message is shown to the operator. */
export class BackupError extends Error {
  override name = "BackupError";
}

function encodeValue(value: BackupValue): Encoded {
  if (value instanceof Date) return { time: value.toISOString() };
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString("base64") };
  return typeof value === "bigint" ? { integer: String(value) } : value;
}

function decodeValue(value: Encoded): BackupValue {
  if (typeof value !== "object" || value === null) return value;
  if ("time" in value) return new Date(value.time);
  return "integer" in value ? BigInt(value.integer) : Buffer.from(value.bytes, "base64");
}

export const encodeRow = (columns: readonly string[], row: Record<string, unknown>): string =>
  JSON.stringify(columns.map((column) => encodeValue(row[column] as BackupValue)));

/** Joins lines into larger chunks, and appends a line with the number of rows and the checksum. */
export async function* withChecksum(
  lines: AsyncIterable<string>,
  countRows: () => number,
): AsyncGenerator<string> {
  const hash = createHash("sha256");
  let chunk = "";
  for await (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK_LENGTH) continue;
    hash.update(chunk);
    yield chunk;
    chunk = "";
  }
  hash.update(chunk);
  const end: BackupEnd = { rows: countRows(), sha256: hash.digest("hex") };
  yield `${chunk}${JSON.stringify(end)}\n`;
}

const toWeb = (stream: Readable) => Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>;
const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as ReadableStream);

export async function encryptStream(stream: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
  return fromWeb(await encrypter.encrypt(toWeb(stream)));
}

async function decryptStream(stream: Readable, passphrase: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(stream)));
  } catch (error) {
    stream.destroy();
    if ((error as Error).message.includes("no identity matched"))
      throw new BackupError(
        "The passphrase does not decrypt the backup. Use the one that it was encrypted with.",
      );
    throw createDamageError(error);
  }
}

const createDamageError = (cause?: unknown) =>
  new BackupError("The backup is damaged or incomplete. Use another one.", { cause });

type ReadOptions = {
  passphrase?: string | undefined;
  onProgress?: ((share: number) => void) | undefined;
};

async function openStream(
  path: string,
  { passphrase, onProgress }: ReadOptions,
): Promise<Readable> {
  const file = await open(path);
  const start = Buffer.alloc(AGE_MAGIC.length);
  const [{ size }] = await Promise.all([file.stat(), file.read(start, 0, start.length, 0)]).finally(
    () => file.close(),
  );
  const isEncrypted = start.toString("latin1") === AGE_MAGIC;
  if (isEncrypted && passphrase === undefined)
    throw new BackupError("The backup is encrypted. Set BACKUP_PASSPHRASE to its passphrase.");
  if (!isEncrypted && start.readUInt16BE(0) !== GZIP_MAGIC)
    throw new BackupError(
      `${path} is not a Candor backup. Use a file that \`candor backup\` wrote.`,
    );
  const source = Readable.from(reportProgress(createReadStream(path), size, onProgress));
  const compressed = isEncrypted ? await decryptStream(source, passphrase!) : source;
  // The returned stream emits the errors of all streams in the pipeline.
  return pipeline(compressed, createGunzip(), () => undefined);
}

async function* reportProgress(
  source: AsyncIterable<Buffer>,
  size: number,
  onProgress: ReadOptions["onProgress"],
): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of source) {
    onProgress?.((read += chunk.length) / size);
    yield chunk;
  }
}

/** Splits text at line feeds only. `node:readline` would also split at U+2028. */
async function* splitLines(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== "") yield rest;
}

type BackupPart =
  | { header: BackupHeader }
  | { secrets: BackupSecrets }
  | { table: BackupTable }
  | { row: BackupValue[] };

/**
 * Reads the parts of a backup in order. Throws a {@link BackupError} if the file is not a complete
 * backup, or if the passphrase is missing or wrong.
 */
export async function* readBackup(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<BackupPart> {
  const stream = await openStream(path, options);
  const hash = createHash("sha256");
  let [rows, isComplete] = [0, false];
  try {
    for await (const line of splitLines(stream)) {
      if (isComplete) throw createDamageError();
      const parsed = JSON.parse(line) as Encoded[] | Record<string, unknown>;
      if ("sha256" in parsed) {
        isComplete = parsed.sha256 === hash.digest("hex") && parsed.rows === rows;
        if (!isComplete) throw createDamageError();
        continue;
      }
      hash.update(`${line}\n`);
      if (Array.isArray(parsed)) {
        rows++;
        yield { row: parsed.map(decodeValue) };
      } else if ("table" in parsed) yield { table: table.parse(parsed) };
      else if ("secrets" in parsed) yield { secrets: secrets.parse(parsed.secrets) };
      else yield { header: header.parse(parsed) };
    }
    if (!isComplete) throw createDamageError();
  } catch (error) {
    throw error instanceof BackupError ? error : createDamageError(error);
  } finally {
    stream.destroy();
  }
}
