import type { IncomingMessage, ServerResponse } from "node:http";
import { CHALLENGE_PATH } from "@/lib/domains/rules";
import { env } from "@/lib/env";
import { pathNotFound, Problem } from "@/lib/errors";
import { readSubdomain } from "@/lib/links";
import { isPublicPath, keyOf, splitPath } from "@/lib/publishing/addresses";
import {
  type Artifact,
  CONFIRMED_AT,
  type Content,
  encodeArtifact,
  type EncodedArtifact,
  hashOf,
} from "@/lib/publishing/artifact";
import { isEmergencyNotice } from "@/lib/publishing/emergency";
import type { Host } from "@/lib/publishing/jobs";
import type { Entry, PageResult } from "@/lib/publishing/page-cache";
import type { PublicPages } from "@/lib/publishing/public-pages";
import type { Address, RequestedAddress } from "@/lib/publishing/renderer";
import { markDocument } from "@/lib/public/page/unconfirmed";
import { chooseEncoding } from "./accept-encoding";
import { problemBody } from "./error-response";
import { internalHeaders, pathOf } from "./incoming-request";
import {
  isPublicApi,
  isPublicWrite,
  isWritable,
  preflightHeaders,
  publicMethods,
} from "./public-methods";

/**
 * Browsers revalidate each time, which costs a 304. Shared caches may serve an entry for five
 * seconds, and longer while the server is down.
 */
const CACHE_CONTROL =
  "public, max-age=0, s-maxage=5, stale-while-revalidate=60, stale-if-error=86400";

/** Headers of the artifact that a 304 repeats: browsers evaluate them with each response. */
const REPEATED_HEADERS = /^(Access-Control|Cross-Origin)-/;

/** An unconfirmed artifact must not be cached by its time. */
type Served = EncodedArtifact & { isUnconfirmed?: true };

/** The headers as a list of names and values, which Node sends as they are. */
type Representation = { headers: string[]; notModified: string[]; bytes: Uint8Array };
type Representations = Record<"identity" | "gzip" | "br", Representation>;

const representations = new WeakMap<Served, Representations>();

function representationsOf(artifact: Served): Representations {
  let known = representations.get(artifact);
  if (known === undefined) {
    const identity = representationOf(artifact, artifact.body, "");
    known = {
      identity,
      gzip: artifact.gzip ? representationOf(artifact, artifact.gzip, "gzip") : identity,
      br: artifact.brotli ? representationOf(artifact, artifact.brotli, "br") : identity,
    };
    representations.set(artifact, known);
  }
  return known;
}

function representationOf(artifact: Served, bytes: Uint8Array, encoding: string): Representation {
  const { hash, type, asOf, isUnconfirmed } = artifact;
  const own = Object.entries(artifact.headers);
  const isRepeated = ([name]: [string, string]) => REPEATED_HEADERS.test(name);
  const notModified = [
    ["ETag", `"${hash}${encoding && `-${encoding}`}"`],
    ["Cache-Control", CACHE_CONTROL],
    // With milliseconds, unlike Last-Modified: the page's script compares it with its own.
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

/** RFC 9110, section 13.1.3. */
const isUnmodifiedSince = (since: string | undefined, artifact: Served): boolean =>
  since !== undefined &&
  !artifact.isUnconfirmed &&
  Date.parse(since) >= Math.floor(artifact.asOf / 1_000) * 1_000;

function sendArtifact(
  request: IncomingMessage,
  response: ServerResponse,
  artifact: Served,
  extraHeaders: readonly string[] = [],
): void {
  const accepted = request.headers["accept-encoding"] as string | undefined;
  const { headers, notModified, bytes } = representationsOf(artifact)[chooseEncoding(accepted)];
  const etags = request.headers["if-none-match"];
  // A client that has one encoding has the content.
  const isNotModified =
    etags === undefined
      ? isUnmodifiedSince(request.headers["if-modified-since"], artifact)
      : etags.includes(artifact.hash) || etags.trim() === "*";
  const list = isNotModified ? notModified : headers;
  // The same list each time: the security headers are added to it once.
  const sent = extraHeaders.length === 0 ? list : [...list, ...extraHeaders];
  response.writeHead(isNotModified ? 304 : 200, sent);
  response.end(isNotModified || request.method === "HEAD" ? undefined : bytes);
}

const withoutTrailingSlash = (path: string): string =>
  path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;

/** The name in the Host header, in lower case and without a port. */
const hostOf = (request: IncomingMessage): string =>
  (request.headers.host ?? "").toLowerCase().replace(/\.?(:\d*)?$/, "");

/** Serves a page from memory, without waiting. Returns false if there is none to serve. */
export function serveImmediately(
  pages: PublicPages,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  const path = pathOf(request.url!);
  // As a path, the key of another host's page is not public.
  if (path.startsWith("//")) return false;
  let key = path;
  let own: Host | undefined;
  if (pages.hosts.size > 0 || env.STATUS_HOST_SUFFIX !== undefined) {
    const host = hostOf(request);
    own = pages.hosts.get(host);
    const subdomain = own === undefined ? readSubdomain(host) : null;
    if (subdomain === "") return false;
    if (own !== undefined || subdomain !== null)
      key = keyOf({ host, base: "" }, path === "/" ? "" : path);
  }
  const artifact = pages.cache.getImmediate(key)?.artifact;
  if (artifact === undefined) return false;
  if (own !== undefined && artifact.organizationId !== own.organizationId) return false;
  pages.served++;
  sendArtifact(request, response, artifact);
  return true;
}

/** The public address that a request is for; null if it is for something else. */
function findAddress(
  pages: PublicPages,
  request: IncomingMessage,
  url: string,
): RequestedAddress | null {
  const host = hostOf(request);
  const own = pages.hosts.get(host);
  const path = url === "/" ? "" : url;
  if (own !== undefined || readSubdomain(host) !== null)
    return { organizationId: own?.organizationId ?? null, mount: { host, base: "" }, path };
  const below = splitPath(url);
  if (below !== null)
    return { ...below, mount: { host: null, base: `/status/${below.organizationId}` } };
  if (env.STATUS_HOME === undefined || !isPublicPath(path, "")) return null;
  return { organizationId: env.STATUS_HOME, mount: { host: null, base: "" }, path };
}

/**
 * Serves everything that is public. Returns false if the request is for something else, or a write
 * to the page.
 */
export async function servePublicPage(
  pages: PublicPages,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const address = findAddress(pages, request, withoutTrailingSlash(pathOf(request.url!)));
  if (address === null) return false;
  const { organizationId, mount, path } = address;
  const { method = "GET" } = request;
  const isRead = method === "GET" || method === "HEAD";
  if (mount.host !== null) removeCookies(request, response);
  if (organizationId !== null && mount.host !== null && path === CHALLENGE_PATH && isRead) {
    sendChallenge(request, response, pages.hosts.get(mount.host));
    return true;
  }
  // Any other characters must not become part of a key.
  if (organizationId === null && readSubdomain(mount.host!) === "") {
    sendError(request, response, path, { kind: "not_found", content: null });
    return true;
  }
  if (isPublicWrite(method, path)) return !(await passWrite(pages, request, response, address));
  if (!isPublicPath(path, mount.base) && !isWritable(path)) {
    // On the installation's own host, there may be another page.
    if (mount.host === null && !isPublicApi(path)) return false;
    sendError(request, response, path, { kind: "not_found", content: null });
    return true;
  }
  if (!publicMethods(path).includes(method)) {
    sendMethods(request, response, path);
    return true;
  }
  const result = await pages.cache.get(address);
  // Until the home page's organization exists, someone must be able to sign in and create it.
  if (result.kind === "not_found" && keyOf(mount, path) === "/") return false;
  if (result.kind === "page") await sendPage(pages, request, response, result);
  else sendMissing(pages, request, response, path, result);
  return true;
}

/**
 * Prepares a write for its route. At a subdomain, the page names the organization. Returns false if there
 * is no page, after responding.
 */
async function passWrite(
  pages: PublicPages,
  request: IncomingMessage,
  response: ServerResponse,
  { organizationId, mount, path }: RequestedAddress,
): Promise<boolean> {
  let owner = organizationId;
  if (owner === null) {
    const page = await pages.cache.get({ organizationId, mount, path: "" });
    if (page.kind !== "page") {
      sendMissing(pages, request, response, path, page);
      return false;
    }
    owner = page.entry.artifact.organizationId;
  }
  rewriteToRoute(request, { organizationId: owner, mount, path });
  return true;
}

const sendMissing = (
  pages: PublicPages,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  result: Exclude<PageResult, { kind: "page" }>,
): void =>
  sendError(
    request,
    response,
    path,
    result.kind === "not_found"
      ? result
      : { kind: "unavailable", content: pages.fallbacks?.unavailable ?? null },
  );

function sendChallenge(
  request: IncomingMessage,
  response: ServerResponse,
  host: Host | undefined,
): void {
  response.writeHead(200, {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
  });
  response.end(request.method === "HEAD" ? undefined : `${host?.challenge ?? ""}\n`);
}

/** Responds to OPTIONS and to unsupported methods. */
function sendMethods(request: IncomingMessage, response: ServerResponse, path: string): void {
  const { method } = request;
  if (method === "OPTIONS") {
    response.writeHead(204, preflightHeaders(path)).end();
    return;
  }
  response.writeHead(405, {
    Allow: publicMethods(path).join(", "),
    "Access-Control-Allow-Origin": "*",
    "Content-Type": "text/plain; charset=utf-8",
  });
  response.end(`${method} is not supported on this page.\n`);
}

/** On a custom domain or subdomain, no one is signed in and no cookie is set. */
function removeCookies(request: IncomingMessage, response: ServerResponse): void {
  delete request.headers.cookie;
  delete request.headers.authorization;
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    response.removeHeader("Set-Cookie");
    return writeHead(status, ...rest);
  };
}

/** The route of a write is found by the path on the installation's own host. */
function rewriteToRoute(request: IncomingMessage, { organizationId, mount, path }: Address): void {
  request.headers[internalHeaders.base] = mount.base;
  const query = request.url!.slice(pathOf(request.url!).length);
  request.url = `/status/${organizationId}${path}${query}`;
}

async function sendPage(
  pages: PublicPages,
  request: IncomingMessage,
  response: ServerResponse,
  { entry, freshness }: Extract<PageResult, { kind: "page" }>,
): Promise<void> {
  const { artifact } = entry;
  if (freshness !== "unconfirmed" || isEmergencyNotice(artifact))
    return sendArtifact(request, response, artifact);
  const confirmedAt = pages.cache.confirmedAt(entry);
  const age = Math.max(0, Math.floor((Date.now() - confirmedAt) / 1_000));
  sendArtifact(request, response, await toUnconfirmed(pages, entry, confirmedAt), [
    ...["Warning", '110 - "Response is Stale"'],
    ...["Age", String(age)],
    ...["Access-Control-Expose-Headers", "Age, Warning"],
  ]);
}

const unconfirmed = new WeakMap<Entry, { confirmedAt: number; artifact: Promise<Served> }>();

/**
 * The artifact with the remark that it can't be confirmed, and without showing anything as
 * operational, as far as its format allows. Its ETag differs, so that polling clients notice.
 */
function toUnconfirmed(pages: PublicPages, entry: Entry, confirmedAt: number): Promise<Served> {
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
): Promise<Served> {
  const text = markedText(artifact, confirmedAt, pages.fallbacks?.notices ?? {});
  const body = text === null ? artifact.unconfirmed : new TextEncoder().encode(text);
  const isUnconfirmed = true;
  if (body === null)
    return { ...artifact, hash: hashOf(`unconfirmed ${artifact.hash}`), isUnconfirmed };
  const marked = await encodeArtifact({ ...artifact, body, hash: hashOf(body) });
  return { ...marked, isUnconfirmed };
}

function markedText(
  { type, body, unconfirmed: alternative }: Artifact,
  confirmedAt: Date,
  notices: Readonly<Record<string, string>>,
): string | null {
  const text = () => new TextDecoder().decode(alternative ?? body);
  if (alternative !== null)
    return type.startsWith("text/")
      ? text().replace(CONFIRMED_AT, confirmedAt.toISOString())
      : null;
  if (type.startsWith("text/html")) return markDocument(text(), notices, confirmedAt);
  if (!type.startsWith("image/svg")) return null;
  const mark = ` (${confirmedAt.toISOString()}?)`;
  return text()
    .replace("<svg ", '<svg style="filter:grayscale(1)" ')
    .replace(/ aria-label="[^"]*/, `$&${mark}`)
    .replace("</title>", `${mark}</title>`);
}

function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  error: { kind: "not_found" | "unavailable"; content: Content | null },
): void {
  const isNotFound = error.kind === "not_found";
  const { type, body, headers } = isPublicApi(path)
    ? apiError(request, isNotFound)
    : (error.content ?? {
        type: "text/plain; charset=utf-8",
        body: isNotFound ? "Page not found.\n" : "Status is temporarily unavailable.\n",
        headers: {},
      });
  response.writeHead(isNotFound ? 404 : 503, {
    "Content-Type": type,
    "Cache-Control": "no-store",
    // Lets scripts of other sites distinguish it from a network failure.
    "Access-Control-Allow-Origin": "*",
    ...(!isNotFound && { "Retry-After": "30", "Access-Control-Expose-Headers": "Retry-After" }),
    ...headers,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** The body of a 404 or 503 of the public API: a problem document, as in the rest of the API. */
function apiError({ headers }: IncomingMessage, isNotFound: boolean): Content {
  const problem = isNotFound
    ? pathNotFound()
    : new Problem("unavailable", "Status is temporarily unavailable. Try again in 30 seconds.");
  const requestId = headers[internalHeaders.requestId];
  return {
    type: "application/problem+json",
    body: problemBody(problem, typeof requestId === "string" ? requestId : ""),
  };
}
