const READ = ["GET", "HEAD"] as const;

/** Paths below a status page that accept writes, and their methods. */
const WRITABLE: readonly { pattern: RegExp; methods: readonly string[]; isShared: boolean }[] = [
  { pattern: /^\/subscribe$/, methods: [...READ, "POST"], isShared: false },
  { pattern: /^\/api\/v2\/subscribers\.json$/, methods: ["POST", "DELETE"], isShared: true },
  { pattern: /^\/api\/v2\/subscribers\/[\w-]{1,128}\.json$/, methods: ["DELETE"], isShared: true },
];

const findWritable = (address: string) => WRITABLE.find(({ pattern }) => pattern.test(address));

/** Whether the path belongs to the Statuspage v2 API, whose errors are JSON. */
export const isPublicApi = (address: string): boolean => /^\/api\/v2(?:\/|$)/.test(address);

export const isWritable = (address: string): boolean => findWritable(address) !== undefined;

export const publicMethods = (address: string): readonly string[] =>
  findWritable(address)?.methods ?? READ;

/** Whether the request is a write to a path that accepts it. */
export const isPublicWrite = (method: string, address: string): boolean =>
  !(READ as readonly string[]).includes(method) && publicMethods(address).includes(method);

/**
 * Headers of the response to OPTIONS. Pages of any site may read public data and call the API. The
 * form accepts posts of its own site only.
 */
export function preflightHeaders(address: string): Record<string, string> {
  const methods = publicMethods(address);
  const shared = findWritable(address)?.isShared === false ? READ : methods;
  return {
    Allow: methods.join(", "),
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": shared.join(", "),
    // The wildcard does not include Authorization.
    "Access-Control-Allow-Headers": "*, Authorization",
    "Access-Control-Max-Age": "86400",
  };
}
