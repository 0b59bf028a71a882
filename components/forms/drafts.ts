// Ignores errors of `localStorage`, which may be full or unavailable. Forms work without drafts.

export const getDraftKey = (owner: string, name: string): string => `candor:draft:${owner}:${name}`;

export function readDraft<Values>(key: string): Partial<Values> | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Partial<Values> | null;
  } catch {
    return null;
  }
}

const omitFiles = (_name: string, value: unknown) => (value instanceof File ? undefined : value);

export function writeDraft(key: string, values: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(values, omitFiles));
  } catch {}
}

const listeners = new Set<(key: string) => void>();

/** Stores values as a draft. Returns false and stores nothing if there already is a draft. */
export function restoreDraft(key: string, values: unknown): boolean {
  if (readDraft(key) !== null) return false;
  writeDraft(key, values);
  for (const listener of listeners) listener(key);
  return true;
}

export function onDraftRestored(key: string, listener: () => void): () => void {
  const each = (restored: string) => restored === key && listener();
  listeners.add(each);
  return () => void listeners.delete(each);
}

export function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {}
}
