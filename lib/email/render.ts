import { render, toPlainText } from "@react-email/render";
import type { ReactElement } from "react";
import { log } from "@/lib/log";

export type EmailContent = { subject: string; body: ReactElement };
type RenderedEmail = { html: string; text: string };

/** Comments that React adds for hydration. Escaped user text can't contain them. */
const HYDRATION_MARKERS = /<!--(?:\/?\$| |html|head|body)-->/g;

export async function renderEmail(body: ReactElement): Promise<RenderedEmail> {
  const html = (await render(body)).replaceAll(HYDRATION_MARKERS, "");
  const text = toPlainText(html, {
    selectors: [
      { selector: "h1", options: { uppercase: false, leadingLineBreaks: 2 } },
      { selector: "h2", options: { uppercase: false } },
    ],
  });
  return { html, text: `${text.trim()}\n` };
}

/**
 * Logs only the name of an error, because its message can contain private data. Returns the message
 * that the delivery shows.
 */
export function logRenderError(error: unknown): string {
  log.error({ error: (error as Error).name }, "an email could not be created");
  return (
    "The email could not be created because of an internal error. " +
    "Ask the administrator of this installation to check the log."
  );
}
