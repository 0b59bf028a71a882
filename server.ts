// Imports modules inside `try`, so that an invalid setting prints one line without a stack trace.
try {
  const { BackgroundWorker } = await import("@/lib/publishing/background-worker");
  // The worker thread loads its modules while this thread loads the server's modules.
  const worker = new BackgroundWorker();
  const { startServer } = await import("@/lib/http/start-server");
  // Imports the migration engine on demand, because it is large and rarely needed.
  await startServer({
    worker,
    applyMigrations: async (url) => (await import("@/prisma/engine")).applyMigrations(url),
    renderLandingPage: async (path, theme) =>
      (await import("@/app/landing/landing-document")).renderLandingPage(path, theme),
    loadRoute: (folder) => import(`./app/${folder}/route.ts`),
  });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`candor: ${message.trim().replace(/\s*\n\s*/g, " ")}\n`);
  process.exit(1);
}

export {};
