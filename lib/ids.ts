import { v7 } from "uuid";

/** A new opaque id: a UUIDv7, increasing within a process, so what is made later also sorts later. */
export const newId = (): string => v7();
