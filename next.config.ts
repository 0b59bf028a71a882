import type { NextConfig } from "next";

/** Pages whose address may carry a token, or lead back to one. */
const CONFIDENTIAL = ["/login", "/register", "/forgot-password", "/reset-password", "/invitation", "/confirm-email", "/subscription/:path*"];

const config: NextConfig = {
  distDir: process.env.BUILD_DIR ?? ".next",
  // A benchmark build also has the bare routes that the real ones are measured against (bench/README.md).
  pageExtensions: ["ts", "tsx", ...(process.env.BENCH === "on" ? ["bench.ts"] : [])],
  poweredByHeader: false,
  // As a header, for a meta tag comes too late for the page's own scripts, and a proxy's log may keep what they refer to.
  headers: async () => CONFIDENTIAL.map((source) => ({ source, headers: [{ key: "Referrer-Policy", value: "no-referrer" }] })),
  // Browsers and feed readers ask for it unasked, whatever a page says of its icon.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
  // `npm test` checks types; a build on the machine that serves need not.
  typescript: { ignoreBuildErrors: true, ...(process.env.BENCH === "on" && { tsconfigPath: "bench/tsconfig.json" }) },
  serverExternalPackages: ["piscina", "pino", "better-sqlite3", "pg", "@prisma/adapter-better-sqlite3", "@prisma/adapter-pg", "@prisma/client", "undici"],
};

export default config;
