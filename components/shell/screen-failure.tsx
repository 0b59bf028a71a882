"use client";

import { Button } from "@/components/ui/button";

type ScreenFailureProps = { error: Error & { digest?: string }; retry: () => void };

/** In the place of a screen that broke: what happened, and the two ways on. */
export function ScreenFailure({ error, retry }: ScreenFailureProps) {
  return (
    <section aria-labelledby="failure" role="alert">
      <title>Something went wrong · Candor</title>
      <h1 id="failure" className="text-xl font-semibold">
        This screen broke
      </h1>
      <p className="mt-1 max-w-prose text-muted">Nothing that was saved is lost, and what you typed into a longer form is kept as a draft. If trying again does not help, reload the page: a new version may have been installed.</p>
      <p className="mt-3 max-w-prose font-mono text-xs wrap-anywhere text-muted">{error.digest === undefined ? error.message : `In the server’s log: ${error.digest}`}</p>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button onClick={retry}>Try again</Button>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </div>
    </section>
  );
}
