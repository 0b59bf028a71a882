import { BASE_PATH } from "@/lib/base-path";

/** Loads another page of this application, and discards everything in memory. */
export const leaveTo = (path: string): void => window.location.assign(BASE_PATH + path);
