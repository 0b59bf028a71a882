import { BASE_PATH } from "@/lib/base-path";
import { parseUrl } from "@/lib/parse-url";
import { useBrowserValue } from "./use-hydrated";

const getStorageKey = (path: string) => `candor:filters:${path}`;

/** Remembers the filters of a list until this tab is closed. */
export function rememberFilters(path: string, filters: URLSearchParams): void {
  const kept = new URLSearchParams(filters);
  // Excludes the parameters of an open dialog.
  for (const name of ["do", "of"]) kept.delete(name);
  try {
    sessionStorage.setItem(getStorageKey(path), kept.toString());
  } catch {}
}

function readFilters(path: string): string {
  try {
    const remembered = sessionStorage.getItem(getStorageKey(path));
    if (remembered !== null) return remembered;
  } catch {}
  // A tab that was opened from the list has no stored filters, but its referrer is the list's URL.
  const list = parseUrl(document.referrer);
  const isList = list?.origin === location.origin && list.pathname === BASE_PATH + path;
  return isList ? list.search.slice(1) : "";
}

/** Returns the path of a list with its last filters in this tab or the tab that opened it. */
export function getListPath(path: string): string {
  const filters = readFilters(path);
  return filters === "" ? path : `${path}?${filters}`;
}

export const useListPath = (path: string): string => useBrowserValue(() => getListPath(path), path);
