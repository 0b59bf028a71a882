const KEY = Symbol.for("candor.render-failures");
const shared = globalThis as unknown as { [KEY]?: Map<string, Date> };

/**
 * Organizations whose public pages this process can't render, each with the time of the first
 * failure.
 */
export const renderFailures = (): Map<string, Date> => (shared[KEY] ??= new Map());
