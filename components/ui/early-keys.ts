let typed = "";
let release = () => {};

/**
 * Keeps keys from the page while a dialog loads, until `insertEarlyKeys` or the returned function
 * is called.
 */
export function holdKeys(onEscape: () => void): () => void {
  const hold = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (key.length > 1 && !["Backspace", "Enter", "Escape"].includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "Escape") onEscape();
    else if (key === "Backspace") typed = typed.slice(0, -1);
    else if (key !== "Enter") typed += key;
  };
  typed = "";
  window.addEventListener("keydown", hold, true);
  release = () => window.removeEventListener("keydown", hold, true);
  return release;
}

/** Inserts into the focused field the text that was typed while the dialog was loading. */
export function insertEarlyKeys(): void {
  release();
  if (typed !== "") document.execCommand("insertText", false, typed);
  typed = "";
}
