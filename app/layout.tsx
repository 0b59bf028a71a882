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

/** Renders no `<html>`: app/(site)/layout.tsx and app/not-found.tsx render it. */
export default async function RootLayout({ children }: { children: React.ReactNode }) {
  // Prevents rendering at build time, when no CSP nonce exists (lib/http/incoming-request.ts).
  await connection();
  return children;
}
