/** Prints `result` as JSON if `isJson`, otherwise `text`. */
export function printResult(isJson: boolean, result: object, text: string): void {
  process.stdout.write(isJson ? `${JSON.stringify(result)}\n` : `${text}\n`);
}

const BAR_LENGTH = 30;
const RENDER_INTERVAL_MS = 100;

/** Shows a progress bar if standard error is a terminal. Call `end` before other output. */
export function createProgressBar(label: string): {
  update: (share: number) => void;
  end: () => void;
} {
  if (!process.stderr.isTTY) return { update: () => undefined, end: () => undefined };
  let renderedAt = -Infinity;
  const update = (share: number) => {
    if (performance.now() - renderedAt < RENDER_INTERVAL_MS) return;
    renderedAt = performance.now();
    const filled = Math.round(Math.min(1, share) * BAR_LENGTH);
    const bar = "█".repeat(filled) + "░".repeat(BAR_LENGTH - filled);
    process.stderr.write(`\r${label} ${bar} ${Math.floor(share * 100)}%`);
  };
  return { update, end: () => void process.stderr.write("\r\u001B[K") };
}

export function formatBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}

/** Returns an amount with its noun, such as “1 row” or “1,200 rows”. */
export const formatCount = (amount: number, noun: string): string =>
  `${amount.toLocaleString("en-US")} ${noun}${amount === 1 ? "" : "s"}`;

export async function readStandardInput(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin) text += String(chunk);
  return text.replace(/\r?\n$/, "");
}
