import { operations } from "./operations";

type Parameters = Record<string, string>;
/** A handler of a Web `Request`, in the shape of Next's route handlers. */
export type Handler = (
  request: Request,
  segment: { params: Promise<Parameters> },
) => Promise<Response>;
/** The exports of a `route.ts`: a handler per method. */
export type RouteModule = Partial<Record<string, Handler>>;
/** Imports `route.ts` of a folder of `app`. */
export type LoadRoute = (folder: string) => Promise<RouteModule>;
type Match = { params: Parameters; load: () => Promise<RouteModule> };

/** Paths with a `route.ts` that are not operations of `/v1`. */
const OTHER_PATHS = [
  "/healthz",
  "/readyz",
  "/status/{orgID}/subscribe",
  "/status/{orgID}/api/v2/subscribers.json",
  "/status/{orgID}/api/v2/subscribers/{file}",
];

const patterns = [
  ...new Set([...Object.values(operations).map(({ path }) => path), ...OTHER_PATHS]),
]
  // Fixed segments come first, because "{" sorts after every letter.
  .toSorted()
  .map((path) => {
    const source = path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const folder = path.slice(1).replaceAll("{", "[").replaceAll("}", "]");
    return { folder, pattern: new RegExp(`^${source}$`) };
  });

/** Finds the `route.ts` of a path by the declared operations. Each is imported on its first use. */
export function createRouter(loadRoute: LoadRoute): (path: string) => Match | null {
  const routes = patterns.map(({ folder, pattern }) => {
    let loaded: Promise<RouteModule> | undefined;
    return { pattern, load: () => (loaded ??= loadRoute(folder)) };
  });
  return (path) => {
    for (const { pattern, load } of routes) {
      const match = pattern.exec(path);
      if (match !== null) return { params: decodeParameters(match.groups ?? {}), load };
    }
    return null;
  };
}

const decodeParameters = (groups: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
  );

/** The handler of a method. `OPTIONS` rejects the methods that a path of the API doesn't support. */
export function selectHandler(exported: RouteModule, method: string): Handler {
  const handler = exported[method] ?? (method === "HEAD" ? exported.GET : exported.OPTIONS);
  if (handler === undefined) throw new Error(`A route has no handler of ${method}.`);
  return handler;
}
