import type { NextConfig } from "next";

/** Pages whose URL may contain a secret token, so they send no `Referer`. */
const CONFIDENTIAL = [
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/invitation",
  "/confirm-email",
  "/verify-email",
  "/subscription/:path*",
];

const { BUILD_DIR: buildDir = ".next", BASE_PATH: basePath = "" } = process.env;

const config: NextConfig = {
  basePath,
  // Replaces `process.env.BASE_PATH` in the browser's code (lib/base-path.ts).
  env: { BASE_PATH: basePath },
  distDir: buildDir,
  // Hides `route.ts` files from Next.js, because Candor's server calls their handlers itself.
  // Benchmark builds include app/bench.
  pageExtensions: ["tsx", ...(process.env.BENCH === "on" ? ["bench.ts"] : [])],
  poweredByHeader: false,
  // No page uses `next/image`. Without its endpoint, the server needs no image library.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  // Sent as a header because a meta tag would not apply to requests for the page's scripts.
  headers: async () =>
    CONFIDENTIAL.map((source) => ({
      source,
      headers: [{ key: "Referrer-Policy", value: "no-referrer" }],
    })),
  // The API's re-authentication problem has this URL as its `type`. /docs contains its description.
  redirects: async () => [
    {
      source: "/docs/problems/reauthentication-required",
      destination: "/docs#problem-reauthentication_required",
      permanent: false,
    },
  ],
  // Browsers and feed readers request /favicon.ico, even if the page names another icon.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
  // Builds don't check types, so that they are faster on servers. `npm test` does.
  typescript: {
    ignoreBuildErrors: true,
    // Next.js adds the build directory to the tsconfig, so only regular builds use tsconfig.json.
    ...(buildDir !== ".next" && { tsconfigPath: "bench/tsconfig.json" }),
  },
};

export default config;
