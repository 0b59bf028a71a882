import { operations } from "./operations";

type RouteParameters = Record<string, string>;
export type Handler = (
  request: Request,
  segment: { params: Promise<RouteParameters> },
) => Promise<Response>;
export type RouteModule = Partial<Record<string, Handler>>;
export type LoadRoute = (folder: string) => Promise<RouteModule>;
type Match = { params: RouteParameters; load: () => Promise<RouteModule> };

const OTHER_PATHS = [
  "/healthz",
  "/metrics",
  "/readyz",
  "/status/{orgID}/subscribe",
  "/status/{orgID}/api/v2/subscribers.json",
  "/status/{orgID}/api/v2/subscribers/{file}",
];

const patterns = [
  ...new Set([...Object.values(operations).map(({ path }) => path), ...OTHER_PATHS]),
]
  // Sorting puts fixed segments before parameters, because "{" sorts after letters.
  .toSorted()
  .map((path) => {
    const source = path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const folder = path.slice(1).replaceAll("{", "[").replaceAll("}", "]");
    return { folder, pattern: new RegExp(`^${source}$`) };
  });

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

const decodeParameters = (groups: RouteParameters): RouteParameters =>
  Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
  );

export const selectHandler = (exported: RouteModule, method: string): Handler | undefined =>
  exported[method] ?? (method === "HEAD" ? exported.GET : undefined) ?? exported.OPTIONS;
