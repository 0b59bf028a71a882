const READ = ["GET", "HEAD"] as const;

const WRITABLE: readonly { pattern: RegExp; methods: readonly string[]; isShared: boolean }[] = [
  { pattern: /^\/subscribe$/, methods: [...READ, "POST"], isShared: false },
  { pattern: /^\/api\/v2\/subscribers\.json$/, methods: ["POST", "DELETE"], isShared: true },
  { pattern: /^\/api\/v2\/subscribers\/[\w-]{1,128}\.json$/, methods: ["DELETE"], isShared: true },
];

const findWritable = (path: string) => WRITABLE.find(({ pattern }) => pattern.test(path));

/** Returns true for paths of the public API v2, whose errors are JSON. */
export const isPublicApi = (path: string): boolean => /^\/api\/v2(?:\/|$)/.test(path);

export const isWritable = (path: string): boolean => findWritable(path) !== undefined;

export const listPublicMethods = (path: string): readonly string[] =>
  findWritable(path)?.methods ?? READ;

export const isPublicWrite = (method: string, path: string): boolean =>
  !(READ as readonly string[]).includes(method) && listPublicMethods(path).includes(method);

/**
 * Returns headers for CORS preflights: scripts on any site may read pages and use the API, but may
 * not submit the subscription form.
 */
export function getPreflightHeaders(path: string): Record<string, string> {
  const methods = listPublicMethods(path);
  const shared = findWritable(path)?.isShared === false ? READ : methods;
  return {
    Allow: methods.join(", "),
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": shared.join(", "),
    "Access-Control-Allow-Headers": "*, Authorization",
    "Access-Control-Max-Age": "86400",
  };
}
