/**
 * The path that the installation is served at, such as `/status-app`, or "" for the root of its
 * host. The build inlines it into the browser's code (next.config.ts). lib/env.ts validates it.
 */
export const BASE_PATH = process.env.BASE_PATH ?? "";

/** Returns the path of a status page on the installation's host. */
export const getPagePath = (organizationId: string): string =>
  `${BASE_PATH}/status/${organizationId}`;

/** Returns the part of a path under `BASE_PATH`, or null if the path is not under it. */
export function removeBasePath(path: string): string | null {
  if (path === BASE_PATH) return "/";
  return path.startsWith(`${BASE_PATH}/`) ? path.slice(BASE_PATH.length) : null;
}
