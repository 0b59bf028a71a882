import "@fontsource-variable/inter/wght.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { connection } from "next/server";

export const metadata: Metadata = {
  title: { default: "Candor: status pages you host yourself", template: "%s · Candor" },
  description: "A self-hostable status page for many organizations: components, incidents, and notifications that are never lost.",
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fafafb" },
    { media: "(prefers-color-scheme: dark)", color: "#0c0e11" },
  ],
};

export default async function RootLayout({ children }: { children: React.ReactNode }) {
  // A page that was rendered at the build would have no nonce for its scripts (lib/http/front.ts).
  await connection();
  return (
    <html lang="en">
      <body>
        <a
          href="#content"
          className="sr-only rounded-md bg-accent px-3 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50"
        >
          Skip to content
        </a>
        {children}
      </body>
    </html>
  );
}
