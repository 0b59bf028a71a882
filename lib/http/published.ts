import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/lib/env";
import { CHALLENGE_PATH } from "@/lib/domains/rules";
import { isAddress, keyAt, type Place, splitPath } from "@/lib/publishing/addresses";
import { compress, type Copy, hashOf } from "@/lib/publishing/copy";
import type { Host, Wanted } from "@/lib/publishing/messages";
import { CONFIRMED_AT, type Content } from "@/lib/publishing/representation";
import type { Held, Shelf } from "@/lib/publishing/shelf";
import { markDocument } from "@/lib/status-page/unconfirmed";
import { pathNotFound, Problem } from "@/lib/errors";
import { chooseEncoding } from "./accept-encoding";
import { problemBody } from "./error-response";
import { internalHeaders } from "./incoming-request";
import {
  isPublicApi,
  isPublicWrite,
  isWritable,
  preflightHeaders,
  publicMethods,
} from "./public-methods";

export { Shelf as PageCache } from "@/lib/publishing/shelf";

/**
 * Browsers ask each time, which costs 304; whatever stands before us may hold a copy for five
 * seconds, and longer while we are down.
 */
const CACHE_CONTROL =
  "public, max-age=0, s-maxage=5, stale-while-revalidate=60, stale-if-error=86400";

/**
 * Who has a copy has all that describes it (RFC 9110, 15.4.5); whether a page of another site may
 * read it is judged with each answer.
 */
const JUDGED_ANEW = /^(Access-Control|Cross-Origin)-/;

type Form = { headers: string[]; unchanged: string[]; bytes: Uint8Array };
type Forms = { identity: Form; gzip: Form; br: Form };

const forms = new WeakMap<Copy, Forms>();

/**
 * All that is said of a copy in each form, made once. Arrays of names and values: Node takes them
 * as they are.
 */
function formsOf(copy: Copy): Forms {
  let known = forms.get(copy);
  if (known === undefined) {
    const own = Object.entries(copy.headers);
    const form = (bytes: Uint8Array, encoding: string): Form => {
      const unchanged = [
        ...["ETag", `"${copy.hash}${encoding && `-${encoding}`}"`],
        ...["Cache-Control", CACHE_CONTROL],
        // To the millisecond: two copies may be of one second, and an open page is to know them
        // apart.
        ...["X-Published-At", new Date(copy.made).toISOString()],
        ...["Vary", "Accept-Encoding"],
        ...own.filter(([name]) => JUDGED_ANEW.test(name)).flat(),
      ];
      const described = [
        ...[
          "Content-Type",
          copy.type,
          "Content-Length",
          String(bytes.length),
          ...(encoding ? ["Content-Encoding", encoding] : []),
        ],
        // Whoever asks by time alone is not to take for confirmed what was not.
        ...(isMarked.has(copy) ? [] : ["Last-Modified", new Date(copy.made).toUTCString()]),
        ...own.filter(([name]) => !JUDGED_ANEW.test(name)).flat(),
      ];
      return { bytes, unchanged, headers: [...described, ...unchanged] };
    };
    const identity = form(copy.body, "");
    known = {
      identity,
      gzip: copy.gzip ? form(copy.gzip, "gzip") : identity,
      br: copy.brotli ? form(copy.brotli, "br") : identity,
    };
    forms.set(copy, known);
  }
  return known;
}

/** Not changed since what a client has, to the second (RFC 9110, 13.1.3). */
const isUnmodified = (since: string | undefined, copy: Copy): boolean =>
  since !== undefined &&
  !isMarked.has(copy) &&
  Date.parse(since) >= Math.floor(copy.made / 1_000) * 1_000;

function sendCopy(
  request: IncomingMessage,
  response: ServerResponse,
  copy: Copy,
  extra: readonly string[] = [],
): void {
  const accepted = request.headers["accept-encoding"] as string | undefined;
  const { headers, unchanged, bytes } = formsOf(copy)[chooseEncoding(accepted)];
  const seen = request.headers["if-none-match"];
  // Forms differ in how they are packed alone: whoever has one has them all.
  const isKnown =
    seen === undefined
      ? isUnmodified(request.headers["if-modified-since"], copy)
      : seen.includes(copy.hash) || seen.trim() === "*";
  const list = isKnown ? unchanged : headers;
  response.writeHead(isKnown ? 304 : 200, extra.length === 0 ? list : [...list, ...extra]);
  response.end(isKnown || request.method === "HEAD" ? undefined : bytes);
}

const pathOf = (url: string): string => {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
};

/** `/status/acme/` is `/status/acme`. */
const trimmed = (path: string): string =>
  path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;

/** The name in a request's Host: in one spelling, without a port. */
const hostOf = (request: IncomingMessage): string =>
  (request.headers.host ?? "").toLowerCase().replace(/\.?(:\d*)?$/, "");

/**
 * Answers with a copy that is at hand and true, if the request is for one: nearly all that
 * strangers ask for.
 */
export function answerAtOnce(
  shelf: Shelf,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  const path = pathOf(request.url!);
  let key = path;
  let own: Host | undefined;
  if (shelf.hosts.size > 0) {
    const host = hostOf(request);
    own = shelf.hosts.get(host);
    if (own !== undefined) key = keyAt({ host, base: "" }, path === "/" ? "" : path);
  }
  // The name of a copy at a host, as a path: nobody's here.
  if (own === undefined && key.startsWith("//")) return false;
  const now = Date.now();
  const held = shelf.fresh(key, now);
  if (held === undefined || (own !== undefined && held.copy.orgID !== own.orgID)) return false;
  // The query of an address means nothing: copies lie under paths.
  sendCopy(request, response, held.copy);
  shelf.renew(held, now);
  return true;
}

/** Whose page a path is of, and what it asks for there; null when it asks for none. */
function target(
  shelf: Shelf,
  request: IncomingMessage,
  path: string,
): (Place & { orgID: string; address: string }) | null {
  const host = hostOf(request);
  const own = shelf.hosts.get(host);
  if (own !== undefined)
    return { host, base: "", orgID: own.orgID, address: path === "/" ? "" : path };
  const below = splitPath(path);
  if (below !== null) return { host: null, base: `/status/${below.orgID}`, ...below };
  if (env.STATUS_HOME === undefined) return null;
  const address = path === "/" ? "" : path;
  return isAddress(address, "") ? { host: null, base: "", orgID: env.STATUS_HOME, address } : null;
}

/**
 * Answers a request for something public, whatever it takes; false when it is for something else,
 * or for what Next does for the page.
 */
export async function answerPublic(
  shelf: Shelf,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const found = target(shelf, request, trimmed(pathOf(request.url!)));
  if (found === null) return false;
  const { orgID, address, ...place } = found;
  const { method = "GET" } = request;
  if (place.host !== null) forgetVisitor(request, response);
  if (
    place.host !== null &&
    address === CHALLENGE_PATH &&
    (method === "GET" || method === "HEAD")
  ) {
    // The host leads here: nowhere else could its proof be a file.
    response.writeHead(200, {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
    });
    response.end(
      method === "HEAD" ? undefined : `${shelf.hosts.get(place.host)?.challenge ?? ""}\n`,
    );
    return true;
  }
  if (isPublicWrite(method, address)) {
    toNext(request, orgID, address, place);
    return false;
  }
  if (!isAddress(address, place.base) && !isWritable(address)) {
    // On this installation's own host, Next has the last word.
    if (place.host === null && !isPublicApi(address)) return false;
    sendNone(request, response, "missing", address, null);
    return true;
  }
  const methods = publicMethods(address);
  if (!methods.includes(method)) {
    if (method === "OPTIONS") response.writeHead(204, preflightHeaders(address));
    else
      response.writeHead(405, {
        Allow: methods.join(", "),
        "Access-Control-Allow-Origin": "*",
        "Content-Type": "text/plain; charset=utf-8",
      });
    response.end(method === "OPTIONS" ? undefined : `${method} is not supported on this page.\n`);
    return true;
  }
  const wanted: Wanted = { ...place, orgID, address, key: keyAt(place, address) };
  const answer = await shelf.obtain(wanted, Date.now());
  // Until there is the organization that is to stand at the root, somebody must be able to come in
  // and create it.
  if ("outcome" in answer && answer.outcome === "missing" && wanted.key === "/") return false;
  if ("held" in answer) await sendHeld(shelf, request, response, answer.held);
  else sendNone(request, response, answer.outcome, address, answer.content);
  return true;
}

/** On a host of an organization's own nobody is signed in, and nobody comes to be. */
function forgetVisitor(request: IncomingMessage, response: ServerResponse): void {
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

/** Next knows a page by its address on this installation's own host. */
function toNext(request: IncomingMessage, orgID: string, address: string, { base }: Place): void {
  request.headers[internalHeaders.base] = base;
  if (base === "")
    request.url = `/status/${orgID}${address}${request.url!.slice(pathOf(request.url!).length)}`;
}

/**
 * The last copy; while it cannot be confirmed, it says so. One of an earlier process was not yet.
 */
async function sendHeld(
  shelf: Shelf,
  request: IncomingMessage,
  response: ServerResponse,
  held: Held,
): Promise<void> {
  const { copy } = held;
  if (shelf.isCurrent(held)) return sendCopy(request, response, copy);
  const confirmedAt = shelf.confirmedAt(held);
  const age = Math.max(0, Math.floor((Date.now() - confirmedAt) / 1_000));
  const extra = [
    "Warning",
    '110 - "Response is Stale"',
    "Age",
    String(age),
    "Access-Control-Expose-Headers",
    "Age, Warning",
  ];
  sendCopy(request, response, await marked(copy, confirmedAt), extra);
}

/** Each as it was marked last, by when it was confirmed. */
const markedCopies = new WeakMap<Copy, { at: number; marked: Promise<Copy> }>();
const isMarked = new WeakSet<Copy>();

/**
 * A copy that cannot be confirmed: as far as its format can, it says so and shows nothing as green.
 * Its tag is another, so whoever polls hears of it.
 */
function marked(copy: Copy, confirmedAt: number): Promise<Copy> {
  const known = markedCopies.get(copy);
  if (known?.at === confirmedAt) return known.marked;
  const making = mark(copy, new Date(confirmedAt));
  markedCopies.set(copy, { at: confirmedAt, marked: making });
  return making;
}

async function mark(copy: Copy, confirmedAt: Date): Promise<Copy> {
  const text = markedText(copy, confirmedAt);
  const body = text === null ? copy.unconfirmed : new TextEncoder().encode(text);
  const marked =
    body === null
      ? { ...copy, hash: hashOf(`unconfirmed ${copy.hash}`) }
      : { ...copy, body, hash: hashOf(body), ...(copy.gzip === null ? {} : await compress(body)) };
  isMarked.add(marked);
  return marked;
}

function markedText({ type, body, notice, unconfirmed }: Copy, confirmedAt: Date): string | null {
  const text = () => new TextDecoder().decode(unconfirmed ?? body);
  if (unconfirmed !== null)
    return type.startsWith("text/")
      ? text().replace(CONFIRMED_AT, confirmedAt.toISOString())
      : null;
  if (notice !== "") return markDocument(text(), notice, confirmedAt);
  if (!type.startsWith("image/svg")) return null;
  const mark = ` (${confirmedAt.toISOString()}?)`;
  return text()
    .replace("<svg ", '<svg style="filter:grayscale(1)" ')
    .replace(/ aria-label="[^"]*/, `$&${mark}`)
    .replace("</title>", `${mark}</title>`);
}

function sendNone(
  request: IncomingMessage,
  response: ServerResponse,
  outcome: "missing" | "unavailable",
  address: string,
  content: Content | null,
): void {
  const isMissing = outcome === "missing";
  const { type, body, headers } = isPublicApi(address)
    ? apiError(request, isMissing)
    : (content ?? {
        type: "text/plain; charset=utf-8",
        body: isMissing ? "Page not found.\n" : "Status is temporarily unavailable.\n",
        headers: {},
      });
  response.writeHead(isMissing ? 404 : 503, {
    "Content-Type": type,
    "Cache-Control": "no-store",
    // Whoever reads it in a browser is to know this from a network that is gone.
    "Access-Control-Allow-Origin": "*",
    ...(!isMissing && { "Retry-After": "30", "Access-Control-Expose-Headers": "Retry-After" }),
    ...headers,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** The body of a 404 or 503 of the public API: a problem document, as in the rest of the API. */
function apiError({ headers }: IncomingMessage, isMissing: boolean): Content {
  const problem = isMissing
    ? pathNotFound()
    : new Problem("unavailable", "Status is temporarily unavailable. Try again in 30 seconds.");
  const requestId = headers[internalHeaders.requestId];
  return {
    type: "application/problem+json",
    body: problemBody(problem, typeof requestId === "string" ? requestId : ""),
  };
}
