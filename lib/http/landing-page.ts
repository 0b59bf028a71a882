import type { IncomingMessage, ServerResponse } from "node:http";
import { readCookie, readSessionCookie } from "@/lib/auth/session-cookie";
import { type Content, createArtifact, encodeArtifact } from "@/lib/publishing/artifact";
import { parseTheme, type Theme, THEME_COOKIE } from "@/lib/theme";
import { sendArtifact, type ServedArtifact } from "./public-page-server";

/** Renders the landing page at `/`, or its font. */
export type RenderLandingPage = (path: string, theme: Theme) => Promise<Content>;

const PATH = /^\/(?:fonts\/inter\.woff2)?$/;
const artifacts = new Map<string, ServedArtifact>();

/**
 * Serves the landing page and its font without Next.js, whose scripts the page does not need.
 * Returns false for other paths, and for `/` with a session cookie: Next.js then serves the page,
 * with the account menu.
 */
export async function serveLandingPage(
  render: RenderLandingPage,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<boolean> {
  const cookies = request.headers.cookie ?? null;
  if (!PATH.test(path) || (path === "/" && readSessionCookie(cookies) !== null)) return false;
  const theme = parseTheme(readCookie(cookies, THEME_COOKIE));
  const key = `${path} ${theme}`;
  let artifact = artifacts.get(key);
  if (artifact === undefined) {
    const content = await render(path, theme);
    artifact = await encodeArtifact(createArtifact({ asOf: Date.now() }, content));
    artifacts.set(key, artifact);
  }
  sendArtifact(request, response, artifact);
  return true;
}
