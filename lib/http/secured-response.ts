import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { getProtocol } from "./incoming-request";

const DEFAULTS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
};
/** The age is one year. Subdomains are not included, because they may belong to others. */
const STRICT_TRANSPORT = { "Strict-Transport-Security": "max-age=31536000" };
const DENY_ALL = {
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

type Given = OutgoingHttpHeaders | undefined;
type Protocol = ReturnType<typeof getProtocol>;

export class SecuredResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  override writeHead(status: number, ...rest: unknown[]): this {
    const given = rest.at(-1);
    const protocol = getProtocol(this.req);
    if (Array.isArray(given))
      return super.writeHead(status, addMissingHeaders(given as string[], protocol));
    const headers = (typeof given === "object" ? given : {}) as OutgoingHttpHeaders;
    const own = new Map(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const added = listMissingHeaders((name) => own.get(name) ?? this.getHeader(name), protocol);
    for (const [name, value] of added) this.setHeader(name, value);
    return super.writeHead(status, ...(rest as [Given]));
  }
}

function listMissingHeaders(
  getValue: (name: string) => unknown,
  protocol: Protocol,
): [name: string, value: string][] {
  const isHtml = String(getValue("content-type") ?? "").startsWith("text/html");
  const defaults = {
    ...DEFAULTS,
    ...(protocol === "https" && STRICT_TRANSPORT),
    ...(isHtml && DENY_ALL),
  };
  return Object.entries(defaults).filter(([name]) => getValue(name.toLowerCase()) === undefined);
}

/** Caches complete header lists, because the page cache sends the same lists repeatedly. */
const securedListCaches: Record<Protocol, WeakMap<string[], string[]>> = {
  http: new WeakMap(),
  https: new WeakMap(),
};

function addMissingHeaders(list: string[], protocol: Protocol): string[] {
  let secured = securedListCaches[protocol].get(list);
  if (secured === undefined) {
    const own = new Map<string, string>();
    for (let index = 0; index < list.length; index += 2)
      own.set(list[index]!.toLowerCase(), list[index + 1]!);
    secured = [...list, ...listMissingHeaders((name) => own.get(name), protocol).flat()];
    securedListCaches[protocol].set(list, secured);
  }
  return secured;
}
