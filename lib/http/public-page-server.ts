import type { IncomingMessage, ServerResponse } from "node:http";
import { BASE_PATH, getPagePath, removeBasePath } from "@/lib/base-path";
import { CHALLENGE_PATH } from "@/lib/domains/rules";
import { env } from "@/lib/env";
import { methodNotAllowed, pathNotFound, type Problem, unavailable } from "@/lib/errors";
import { readSubdomain } from "@/lib/links";
import { cacheMisses } from "@/lib/metrics";
import { isPublicPath, splitPath } from "@/lib/publishing/public-paths";
import {
  type Artifact,
  CONFIRMED_AT,
  type Content,
  encodeArtifact,
  type EncodedArtifact,
  hashBytes,
} from "@/lib/publishing/artifact";
import { isEmergencyNotice } from "@/lib/publishing/emergency";
import type { CacheEntry, PageResult } from "@/lib/publishing/page-cache";
import type { PublicPages } from "@/lib/publishing/public-pages";
import type { RequestedAddress } from "@/lib/publishing/renderer";
import { markDocument } from "@/lib/public/page/unconfirmed";
import { chooseEncoding } from "./accept-encoding";
import { serializeProblem } from "./error-response";
import { internalHeaders, getPathname } from "./incoming-request";
import {
  isPublicApi,
  isPublicWrite,
  isWritable,
  getPreflightHeaders,
  listPublicMethods,
} from "./public-methods";

/**
 * Browsers revalidate a page on each use, and usually get a 304. Shared caches may serve it for
 * 5 s, for 60 s more while they revalidate it, and for a day while the server is unavailable.
 */
const CACHE_CONTROL =
  "public, max-age=0, s-maxage=5, stale-while-revalidate=60, stale-if-error=86400";

/** Matches headers that a 304 must repeat, because browsers check them in every response. */
const REPEATED_HEADERS = /^(Access-Control|Cross-Origin)-/;

/**
 * An unconfirmed artifact has no Last-Modified, because the confirmed artifact has the same time
 * but different content.
 */
export type ServedArtifact = Pick<
  EncodedArtifact,
  "type" | "headers" | "hash" | "asOf" | "body" | "gzip" | "brotli"
> & { isUnconfirmed?: true };

/** `headers` and `notModified` (for a 304) alternate names and values, as Node.js expects them. */
type Representation = { headers: string[]; notModified: string[]; bytes: Uint8Array };
type Representations = Record<"identity" | "gzip" | "br", Representation>;

const representations = new WeakMap<ServedArtifact, Representations>();

function getRepresentations(artifact: ServedArtifact): Representations {
  let known = representations.get(artifact);
  if (known === undefined) {
    const identity = createRepresentation(artifact, artifact.body, "");
    known = {
      identity,
      gzip: artifact.gzip ? createRepresentation(artifact, artifact.gzip, "gzip") : identity,
      br: artifact.brotli ? createRepresentation(artifact, artifact.brotli, "br") : identity,
    };
    representations.set(artifact, known);
  }
  return known;
}

function createRepresentation(
  artifact: ServedArtifact,
  bytes: Uint8Array,
  encoding: string,
): Representation {
  const { hash, type, asOf, isUnconfirmed } = artifact;
  const { "Cache-Control": cacheControl = CACHE_CONTROL, ...others } = artifact.headers;
  const own = Object.entries(others);
  const isRepeated = ([name]: [string, string]) => REPEATED_HEADERS.test(name);
  const notModified = [
    ["ETag", `"${hash}${encoding && `-${encoding}`}"`],
    ["Cache-Control", cacheControl],
    // The page's script compares this time with the page's. Last-Modified has no milliseconds.
    ["X-Published-At", new Date(asOf).toISOString()],
    ["Vary", "Accept-Encoding"],
    ...own.filter(isRepeated),
  ];
  const headers = [
    ["Content-Type", type],
    ["Content-Length", String(bytes.length)],
    ...(encoding ? [["Content-Encoding", encoding]] : []),
    ...(isUnconfirmed ? [] : [["Last-Modified", new Date(asOf).toUTCString()]]),
    ...own.filter((header) => !isRepeated(header)),
    ...notModified,
  ];
  return { bytes, headers: headers.flat(), notModified: notModified.flat() };
}

const isUnmodifiedSince = (since: string | undefined, artifact: ServedArtifact): boolean =>
  since !== undefined &&
  !artifact.isUnconfirmed &&
  Date.parse(since) >= Math.floor(artifact.asOf / 1_000) * 1_000;

export function sendArtifact(
  request: IncomingMessage,
  response: ServerResponse,
  artifact: ServedArtifact,
  extraHeaders: readonly string[] = [],
): void {
  const accepted = request.headers["accept-encoding"] as string | undefined;
  const { headers, notModified, bytes } = getRepresentations(artifact)[chooseEncoding(accepted)];
  const etags = request.headers["if-none-match"];
  // `hash` is part of the ETag of every encoding, so an ETag of any encoding matches.
  const isNotModified =
    etags === undefined
      ? isUnmodifiedSince(request.headers["if-modified-since"], artifact)
      : etags.includes(artifact.hash) || etags.trim() === "*";
  const list = isNotModified ? notModified : headers;
  // Security headers are cached per array, so the same array must be passed each time.
  const sent = extraHeaders.length === 0 ? list : [...list, ...extraHeaders];
  // Node.js sends no body with 304, or in response to HEAD.
  response.writeHead(isNotModified ? 304 : 200, sent).end(bytes);
}

/** A request for a public page, and its response. */
type Exchange = { pages: PublicPages; request: IncomingMessage; response: ServerResponse };

const removeTrailingSlash = (path: string): string =>
  path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;

const getHost = (request: IncomingMessage): string =>
  (request.headers.host ?? "").toLowerCase().replace(/\.?(:\d*)?$/, "");

/** Serves a public page if it is ready in memory. Otherwise, returns false. */
export function serveImmediately(
  pages: PublicPages,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  const pagePath = findPagePath(pages, request);
  const entry = pagePath && pages.cache.getImmediate(pagePath);
  if (!entry) return false;
  pages.served++;
  sendArtifact(request, response, entry.artifact);
  return true;
}

function findPagePath(pages: PublicPages, request: IncomingMessage): RequestedAddress | null {
  const url = removeTrailingSlash(getPathname(request.url!));
  const host = getHost(request);
  const own = pages.hosts.get(host);
  if (own !== undefined || readSubdomain(host) !== null) {
    const path = url === "/" ? "" : url;
    return { organizationId: own?.organizationId ?? null, mount: { host, base: "" }, path };
  }
  const local = removeBasePath(url);
  const below = local && splitPath(local);
  if (below) return { ...below, mount: { host: null, base: getPagePath(below.organizationId) } };
  if (env.STATUS_HOME === undefined || local === null) return null;
  const mount = { host: null, base: BASE_PATH };
  const home = { organizationId: env.STATUS_HOME, mount, path: local === "/" ? "" : local };
  return isPublicPath(home.path, home.mount.base) || isWritable(home.path) ? home : null;
}

/**
 * Serves a public page, or its error. Returns false if another handler must respond, because the
 * request is not for a public page, or is a write that `isPublicWrite` allows.
 */
export async function servePublicPage(
  pages: PublicPages,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const exchange: Exchange = { pages, request, response };
  const pagePath = findPagePath(pages, request);
  if (pagePath === null) return false;
  const { organizationId, mount, path } = pagePath;
  const { method = "GET" } = request;
  const isRead = method === "GET" || method === "HEAD";
  if (mount.host !== null) {
    // Sessions and tokens are only valid on the installation's host.
    delete request.headers.cookie;
    delete request.headers.authorization;
  }
  if (organizationId !== null && mount.host !== null && path === CHALLENGE_PATH && isRead) {
    const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
    response.writeHead(200, headers).end(`${pages.hosts.get(mount.host)?.challenge ?? ""}\n`);
    return true;
  }
  // The host becomes part of a cache key below, so invalid subdomains are rejected here.
  if (organizationId === null && readSubdomain(mount.host!) === "") {
    sendProblem(exchange, path, pathNotFound());
    return true;
  }
  if (isPublicWrite(method, path)) return !(await forwardWrite(exchange, pagePath));
  if (!isPublicPath(path, mount.base) && !isWritable(path)) {
    // On the installation's own host, the path may belong to the dashboard or the API.
    if (mount.host === null && !isPublicApi(path)) return false;
    sendProblem(exchange, path, pathNotFound());
    return true;
  }
  const allowed = listPublicMethods(path);
  if (!allowed.includes(method)) {
    if (method === "OPTIONS") response.writeHead(204, getPreflightHeaders(path)).end();
    else sendProblem(exchange, path, methodNotAllowed(method, allowed.join(", ")));
    return true;
  }
  const result = await pages.cache.get(pagePath);
  cacheMisses.inc({ result: result.kind === "page" ? result.freshness : result.kind });
  // Until the organization in STATUS_HOME exists, `/` is the landing page.
  if (result.kind === "not_found" && mount.host === null && mount.base + path === BASE_PATH)
    return false;
  if (result.kind === "page") await sendPage(exchange, result);
  else sendFailure(exchange, path, result);
  return true;
}

/** Rewrites the URL of a write to its route. If there is no page, responds and returns false. */
async function forwardWrite(
  exchange: Exchange,
  { organizationId, mount, path }: RequestedAddress,
): Promise<boolean> {
  const { pages, request } = exchange;
  let owner = organizationId;
  if (owner === null) {
    const page = await pages.cache.get({ organizationId, mount, path: "" });
    if (page.kind !== "page") {
      sendFailure(exchange, path, page);
      return false;
    }
    owner = page.entry.artifact.organizationId;
  }
  request.headers[internalHeaders.base] = mount.base;
  const query = request.url!.slice(getPathname(request.url!).length);
  request.url = getPagePath(owner) + path + query;
  return true;
}

async function sendPage(
  { pages, request, response }: Exchange,
  { entry, freshness }: Extract<PageResult, { kind: "page" }>,
): Promise<void> {
  const { artifact } = entry;
  if (freshness !== "unconfirmed" || isEmergencyNotice(artifact))
    return sendArtifact(request, response, artifact);
  const confirmedAt = pages.cache.getConfirmedAt(entry);
  const age = Math.max(0, Math.floor((Date.now() - confirmedAt) / 1_000));
  sendArtifact(request, response, await toUnconfirmed(pages, entry, confirmedAt), [
    ...["Warning", '110 - "Response is Stale"'],
    ...["Age", String(age)],
    ...["Access-Control-Expose-Headers", "Age, Warning"],
  ]);
}

const unconfirmed = new WeakMap<
  CacheEntry,
  { confirmedAt: number; artifact: Promise<ServedArtifact> }
>();

/** Marks an artifact as unconfirmed. Changes its ETag, so that polling clients get the notice. */
function toUnconfirmed(
  pages: PublicPages,
  entry: CacheEntry,
  confirmedAt: number,
): Promise<ServedArtifact> {
  const known = unconfirmed.get(entry);
  if (known?.confirmedAt === confirmedAt) return known.artifact;
  const artifact = markArtifact(entry.artifact, new Date(confirmedAt), pages);
  unconfirmed.set(entry, { confirmedAt, artifact });
  return artifact;
}

async function markArtifact(
  artifact: EncodedArtifact,
  confirmedAt: Date,
  pages: PublicPages,
): Promise<ServedArtifact> {
  const text = markText(artifact, confirmedAt, pages.fallbacks?.notices ?? {});
  const body = text === null ? artifact.unconfirmed : new TextEncoder().encode(text);
  return body === null
    ? { ...artifact, hash: hashBytes(`unconfirmed ${artifact.hash}`), isUnconfirmed: true }
    : encodeArtifact({ ...artifact, body, hash: hashBytes(body), isUnconfirmed: true });
}

function markText(
  { key, type, body, unconfirmed: alternative }: Artifact,
  confirmedAt: Date,
  notices: Readonly<Record<string, string>>,
): string | null {
  const decodeText = () => new TextDecoder().decode(alternative ?? body);
  if (alternative !== null)
    return type.startsWith("text/")
      ? decodeText().replace(CONFIRMED_AT, confirmedAt.toISOString())
      : null;
  if (type.startsWith("text/html")) return markDocument(decodeText(), notices, confirmedAt);
  // Besides HTML, only the badge is marked. Feeds, JSON, and other images are sent unchanged.
  if (!key.endsWith("/badge.svg")) return null;
  const mark = ` (${confirmedAt.toISOString()}?)`;
  return decodeText()
    .replace("<svg ", '<svg style="filter:grayscale(1)" ')
    .replace(/ aria-label="[^"]*/, `$&${mark}`)
    .replace("</title>", `${mark}</title>`);
}

const UNAVAILABLE = unavailable("Status is temporarily unavailable. Try again in 30 seconds.", 30);

function sendFailure(
  exchange: Exchange,
  path: string,
  result: Exclude<PageResult, { kind: "page" }>,
): void {
  if (result.kind === "not_found") sendProblem(exchange, path, pathNotFound(), result.content);
  else sendProblem(exchange, path, UNAVAILABLE, exchange.pages.fallbacks?.unavailable);
}

/** Sends an error: as JSON for the API, as `page` if there is one, or else as text. */
function sendProblem(
  { request, response }: Exchange,
  path: string,
  problem: Problem,
  page?: Content,
): void {
  const requestId = String(request.headers[internalHeaders.requestId] ?? "");
  const { type, body, headers }: Content = isPublicApi(path)
    ? { type: "application/problem+json", body: serializeProblem(problem, requestId) }
    : (page ?? { type: "text/plain; charset=utf-8", body: `${problem.detail}\n` });
  response.writeHead(problem.status, {
    "Content-Type": type,
    "Cache-Control": "no-store",
    // With this header, scripts on other sites can distinguish the error from a network failure.
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Retry-After",
    ...problem.extra.headers,
    ...headers,
  });
  response.end(body);
}
