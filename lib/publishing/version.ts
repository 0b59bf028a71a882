/**
 * A version of an organization's public content. `number` is the time of the change in milliseconds
 * since 1970, or one more than the version before. Numbers of different epochs are not comparable.
 */
export type Version = { epoch: string; number: number };

export const isSameVersion = (a: Version, b: Version): boolean =>
  a.epoch === b.epoch && a.number === b.number;
