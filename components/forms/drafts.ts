// Storage may be full or unavailable; drafts are then kept in memory.

export const getDraftKey = (owner: string, name: string): string => `candor:draft:${owner}:${name}`;

export function readDraft<Values>(key: string): Partial<Values> | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Partial<Values> | null;
  } catch {
    return null;
  }
}

export function writeDraft(key: string, values: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(values));
  } catch {}
}

const listeners = new Set<(key: string) => void>();

/** Returns false if there is a newer draft, which is kept. */
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
