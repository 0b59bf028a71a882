import { render, toPlainText } from "@react-email/render";
import type { ReactElement } from "react";

/** What a template makes of its data. */
export type EmailContent = { subject: string; body: ReactElement };
export type RenderedEmail = { html: string; text: string };

/**
 * What React leaves between its parts for a browser; no mail program has use for it. What people
 * wrote is escaped and never of this form.
 */
const MARKERS = /<!--(?:\/?\$| |html|head|body)-->/g;
const keepCase = { options: { uppercase: false } };

/** The two forms of a mail, from one template: HTML, and text with the links written out. */
export async function renderEmail(body: ReactElement): Promise<RenderedEmail> {
  const html = (await render(body)).replaceAll(MARKERS, "");
  const text = toPlainText(html, {
    selectors: [
      { selector: "h1", ...keepCase },
      { selector: "h2", ...keepCase },
    ],
  });
  return { html, text: `${text.trim()}\n` };
}
