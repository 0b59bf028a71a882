import "@fontsource-variable/inter/wght.css";
import "./globals.css";
import type { Viewport } from "next";
import { connection } from "next/server";

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fafafb" },
    { media: "(prefers-color-scheme: dark)", color: "#0c0e11" },
  ],
};

/** Each page renders its own `<html>`: the language of a status page depends on its query. */
export default async function RootLayout({ children }: { children: React.ReactNode }) {
  // A page rendered at build time would have no CSP nonce (lib/http/incoming-request.ts).
  await connection();
  return children;
}
