import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { writeHtml } from "@/app/status/document";
import { getFontUrl, renderFont, renderFontFace } from "@/app/status/fonts";
import { siteDescription, siteTitle } from "@/components/brand/site-texts";
import { LandingPage } from "@/components/landing/landing-page";
import { BASE_PATH } from "@/lib/base-path";
import type { RenderLandingPage } from "@/lib/http/landing-page";

const FONTS = `${BASE_PATH}/fonts`;

/** Renders the landing page for visitors without a session. For other paths, returns its font. */
export const renderLandingPage: RenderLandingPage = async (path, theme) => {
  if (path !== "/") return renderFont();
  const { headers, ...document } = writeHtml({
    language: "en",
    title: siteTitle,
    head: <meta name="description" content={siteDescription} />,
    body: <LandingPage />,
    style: readFileSync(resolve("dist/landing.css"), "utf8"),
    theme: renderFontFace(FONTS),
    font: getFontUrl(FONTS),
    favicon: `${BASE_PATH}/icon.svg`,
    colorScheme: theme,
  });
  // After sign-in, Next.js renders this path, so caches must revalidate.
  return { ...document, headers: { ...headers, "Cache-Control": "private, no-cache" } };
};
