// Storage may be full, or forbidden: then a draft lives as long as its page.

/** Under which a draft of somebody's is kept. */
export const draftKey = (owner: string, name: string): string => `candor:draft:${owner}:${name}`;

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

export function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {}
}
