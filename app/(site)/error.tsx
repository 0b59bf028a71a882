"use client";

import { Button } from "@/components/ui/button";

export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <main id="content" className="mx-auto max-w-6xl px-4 py-12">
      <title>Something went wrong · Candor</title>
      <h1 className="text-xl font-semibold">Something went wrong</h1>
      <p className="mt-1 mb-6 max-w-prose text-muted">
        This page could not be loaded. Try again. If it fails again, contact the administrator of
        this installation.
      </p>
      <Button variant="secondary" onClick={retry}>
        Try again
      </Button>
    </main>
  );
}
