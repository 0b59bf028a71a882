import { lookup as systemLookup, Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { OutboundError, toOutboundError } from "./outbound-error";
import { createSemaphore, type Semaphore } from "./semaphore";
import {
  getHostname,
  isPrivateAddress,
  isPrivateNetworkAllowed,
  validateAddress,
  validateOutboundUrl,
} from "./ssrf-guard";

export const MAX_REQUESTS_PER_HOST = 4;
export const MAX_RESPONSE_BYTES = 65_536;
export const EXCERPT_LENGTH = 500;
const CONNECT_TIMEOUT_MS = 8_000;
const KEEP_ALIVE_MS = 4_000;

export type OutboundRequest = {
  body: string | Uint8Array | URLSearchParams;
  headers?: Record<string, string>;
  /** Aborts the request, including the wait for a free connection. */
  signal: AbortSignal;
  /**
   * True if a visitor set the URL. Such a URL may point to a private network only with
   * `WEBHOOK_ALLOW_PRIVATE=everyone`.
   */
  isSelfService?: boolean;
};

type GetRequest = Pick<OutboundRequest, "signal">;

export type OutboundResponse = {
  statusCode: number;
  retryAfter: string | null;
  location: string | null;
  /** The first 64 KiB of the response body as text. It is empty if the body is compressed. */
  text: string;
  /**
   * The start of `text`, safe to store and show. It is empty for responses from private addresses.
   */
  excerpt: string;
};

export type ResolveHostname = (hostname: string) => Promise<{ address: string; family: number }[]>;

export type OutboundClient = {
  /** Sends a POST. Does not follow redirects. Throws an `OutboundError` if there is no response. */
  post: (url: string, request: OutboundRequest) => Promise<OutboundResponse>;
  get: (url: string, request: GetRequest) => Promise<OutboundResponse>;
  close: () => Promise<void>;
};

type ClientOptions = {
  allowPrivate: boolean;
  resolve?: ResolveHostname;
  semaphore?: Semaphore;
};

const DNS_TIMEOUT_MS = 2_000;
const UNKNOWN_HOST = ["ENOTFOUND", "ENODATA"];

const lookUpWithSystem: ResolveHostname = (hostname) => systemLookup(hostname, { all: true });

/**
 * Resolves a host name with a timeout. The system's lookup has none, and blocks a thread of the
 * process for as long as a name server does not answer, which would delay all other lookups. Names
 * without a dot are not on the internet, so they are looked up by the system.
 */
export async function resolvePublicHostname(
  hostname: string,
  resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 }),
): ReturnType<ResolveHostname> {
  if (!hostname.includes(".")) return lookUpWithSystem(hostname);
  const results = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  const addresses = results.flatMap((result, index) =>
    result.status === "fulfilled"
      ? result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
      : [],
  );
  if (addresses.length > 0) return addresses;
  const isUnknown = results.every(
    (result) => result.status === "rejected" && UNKNOWN_HOST.includes(result.reason.code),
  );
  throw Object.assign(new Error("no address"), { code: isUnknown ? "ENOTFOUND" : "EAI_AGAIN" });
}

export function createOutboundClient({
  allowPrivate,
  // Members who may use private addresses may use the names of the hosts file and search domains.
  resolve = allowPrivate ? lookUpWithSystem : (hostname) => resolvePublicHostname(hostname),
  // Limits requests per host, because undici's own limit resets when an origin has no connection.
  semaphore = createSemaphore(MAX_REQUESTS_PER_HOST),
}: ClientOptions): OutboundClient {
  // Connections use only the validated addresses, which prevents DNS rebinding.
  const lookup: LookupFunction = (hostname, options, callback) => {
    lookUpAllowed(hostname, (error, addresses) => {
      if (error) callback(error, "");
      else if (options.all) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
  async function resolveAllowedAddresses(hostname: string) {
    const addresses = await resolve(hostname);
    if (addresses.length === 0) throw new OutboundError("The host name has no IP address.");
    const faults = addresses.map(({ address }) => validateAddress(address, allowPrivate));
    const allowed = addresses.filter((_, index) => faults[index] === null);
    if (allowed.length === 0)
      throw new OutboundError(`The host name points to ${faults[0]}, which is not allowed.`);
    return allowed;
  }
  const lookUpAllowed = callbackify(resolveAllowedAddresses);

  const privateSockets = new Map<string, number>();
  const countPrivate = (origin: string, change: number) => {
    const count = (privateSockets.get(origin) ?? 0) + change;
    if (count === 0) privateSockets.delete(origin);
    else privateSockets.set(origin, count);
  };
  function trackPrivateSocket(
    origin: string,
    callback: buildConnector.Callback,
  ): buildConnector.Callback {
    return (...result) => {
      const [, socket] = result;
      if (isPrivateAddress(socket?.remoteAddress ?? "")) {
        countPrivate(origin, 1);
        socket!.once("close", () => countPrivate(origin, -1));
      }
      callback(...result);
    };
  }

  const dial = buildConnector({ lookup, timeout: CONNECT_TIMEOUT_MS, autoSelectFamily: true });
  const connect: buildConnector.connector = (options, callback) => {
    // IP addresses in URLs are validated here, because they are not looked up.
    const host = options.hostname.replace(/^\[(.*)\]$/, "$1");
    const fault = isIP(host) === 0 ? null : validateAddress(host, allowPrivate);
    if (fault === null) {
      const origin = `${options.protocol}//${options.host}`;
      dial(options, trackPrivateSocket(origin, callback));
    } else {
      callback(new OutboundError(`The URL points to ${fault}, which is not allowed.`, true), null);
    }
  };
  const agent = new Agent({
    connect,
    connections: MAX_REQUESTS_PER_HOST,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });

  async function send(
    text: string,
    request: OutboundRequest | GetRequest,
  ): Promise<OutboundResponse> {
    const fault = validateOutboundUrl(text, allowPrivate);
    if (fault !== null) throw new OutboundError(`The URL ${fault}.`, true);
    const url = new URL(text);
    try {
      request.signal.throwIfAborted();
      const release = await semaphore(getHostname(url), request.signal);
      try {
        return await dispatch(agent, url, request, () => privateSockets.has(url.origin));
      } finally {
        release();
      }
    } catch (error) {
      throw toOutboundError(error);
    }
  }

  return { post: send, get: send, close: () => agent.destroy() };
}

function dispatch(
  agent: Agent,
  url: URL,
  request: OutboundRequest | GetRequest,
  isResponsePrivate: () => boolean,
): Promise<OutboundResponse> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let head: ResponseHead | undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    let isSettled = false;

    const settle = (error?: unknown) => {
      if (isSettled) return;
      isSettled = true;
      signal.removeEventListener("abort", abort);
      if (head === undefined) reject(error);
      else resolve(toResponse(head, Buffer.concat(chunks)));
    };
    const abort = () => {
      settle(signal.reason);
      controller?.abort(new Error("aborted"));
    };
    signal.addEventListener("abort", abort, { once: true });

    const options: Dispatcher.DispatchOptions = {
      origin: url.origin,
      path: url.pathname + url.search,
      ...toDispatchOptions(request),
    };
    try {
      agent.dispatch(options, {
        onRequestStart(started) {
          controller = started;
          if (isSettled) started.abort(new Error("aborted"));
        },
        onResponseStart(_, statusCode, headers) {
          if (statusCode >= 200) head = { statusCode, headers, isPrivate: isResponsePrivate() };
        },
        onResponseData(_, chunk) {
          if (isSettled) return;
          chunks.push(chunk.subarray(0, MAX_RESPONSE_BYTES - size));
          size += chunk.length;
          if (size < MAX_RESPONSE_BYTES) return;
          settle();
          controller?.abort(new Error("aborted"));
        },
        onResponseEnd: () => settle(),
        onResponseError: (_, error) => settle(error),
      });
    } catch (error) {
      settle(error);
    }
  });
}

const DEFAULT_HEADERS = { "user-agent": "Candor", accept: "*/*", "accept-encoding": "identity" };

function toDispatchOptions(
  request: OutboundRequest | GetRequest,
): Pick<Dispatcher.DispatchOptions, "method" | "body" | "headers"> {
  if (!("body" in request)) return { method: "GET", headers: DEFAULT_HEADERS };
  const { body, headers } = request;
  const isForm = body instanceof URLSearchParams;
  return {
    method: "POST",
    body: isForm ? body.toString() : body,
    headers: {
      "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      ...DEFAULT_HEADERS,
      ...headers,
    },
  };
}

type ResponseHead = {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  isPrivate: boolean;
};

function toResponse(
  { statusCode, headers, isPrivate }: ResponseHead,
  body: Buffer,
): OutboundResponse {
  const readHeader = (name: string): string | null => {
    const value = headers[name];
    return typeof value === "string" ? value : null;
  };
  const encoding = String(headers["content-encoding"] ?? "identity");
  // Compressed bodies are ignored, because they could be decompression bombs.
  const text = encoding === "identity" ? new TextDecoder().decode(body) : "";
  return {
    statusCode,
    retryAfter: readHeader("retry-after"),
    location: readHeader("location"),
    text,
    excerpt: isPrivate ? "" : getExcerpt(text),
  };
}

/**
 * Returns the start of a response without lone surrogates and control characters, because the
 * database rejects some of them. Tabs and line breaks are kept.
 */
export function getExcerpt(text: string): string {
  const clean = text
    .slice(0, EXCERPT_LENGTH * 2)
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- the expression removes control characters
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "");
  const excerpt = clean.slice(0, EXCERPT_LENGTH);
  return excerpt.isWellFormed() ? excerpt : excerpt.slice(0, -1);
}

type Clients = Record<"open" | "guarded", OutboundClient>;
let clients: Clients | undefined;

function createClients(): Clients {
  const semaphore = createSemaphore(MAX_REQUESTS_PER_HOST);
  return {
    open: createOutboundClient({ allowPrivate: true, semaphore }),
    guarded: createOutboundClient({ allowPrivate: false, semaphore }),
  };
}

function getClient(isSelfService: boolean): OutboundClient {
  clients ??= createClients();
  return clients[isPrivateNetworkAllowed(isSelfService) ? "open" : "guarded"];
}

export const postOutbound: OutboundClient["post"] = (url, request) =>
  getClient(request.isSelfService ?? false).post(url, request);
export const getOutbound: OutboundClient["get"] = (url, request) =>
  getClient(false).get(url, request);
