// The process. What it is made of is imported late, so that a bad setting ends in one clear line and not in a stack.
try {
  const { serve } = await import("@/lib/http/serve");
  await serve();
} catch (error) {
  process.stderr.write(`candor: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

export {};
