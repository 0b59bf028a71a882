// Modules are imported inside `try`, so that an invalid setting prints one line, not a stack trace.
try {
  const { publicPages } = await import("@/lib/publishing/public-pages");
  // The worker's modules are loaded at the same time as the server's.
  publicPages.load();
  const { startServer } = await import("@/lib/http/start-server");
  // Imported on demand: the migration engine is large and rarely needed.
  await startServer({
    applyMigrations: async (url) => (await import("@/prisma/engine")).applyMigrations(url),
    loadRoute: (folder) => import(`./app/${folder}/route.ts`),
  });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`candor: ${message.trim().replace(/\s*\n\s*/g, " ")}\n`);
  process.exit(1);
}

export {};
