import { render, toPlainText } from "@react-email/render";
import type { ReactElement } from "react";

export type EmailContent = { subject: string; body: ReactElement };
export type RenderedEmail = { html: string; text: string };

/** React's hydration markers, which emails do not need. Users' text is escaped, so it has none. */
const HYDRATION_MARKERS = /<!--(?:\/?\$| |html|head|body)-->/g;
const keepCase = { options: { uppercase: false } };

/** Renders an email as HTML and as plain text with written-out links. */
export async function renderEmail(body: ReactElement): Promise<RenderedEmail> {
  const html = (await render(body)).replaceAll(HYDRATION_MARKERS, "");
  const text = toPlainText(html, {
    selectors: [
      { selector: "h1", ...keepCase },
      { selector: "h2", ...keepCase },
    ],
  });
  return { html, text: `${text.trim()}\n` };
}
