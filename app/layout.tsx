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

/** Nothing but styles: the document says its language, which for a public page is known only where its query is. */
export default async function RootLayout({ children }: { children: React.ReactNode }) {
  // A page that was rendered at the build would have no nonce for its scripts (lib/http/front.ts).
  await connection();
  return children;
}
