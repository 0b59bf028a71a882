import { Button } from "@/components/ui/button";

type ScreenErrorProps = { error: Error & { digest?: string }; retry: () => void };

export function ScreenError({ error, retry }: ScreenErrorProps) {
  return (
    <section aria-labelledby="failure" role="alert">
      <title>Something went wrong · Candor</title>
      <h1 id="failure" className="text-xl font-semibold">
        This page can’t be displayed
      </h1>
      <p className="mt-1 max-w-prose text-muted">
        Your saved data is safe, and unsent drafts are kept. Try again. If that doesn’t help, reload
        the page to get the latest version.
      </p>
      <p className="mt-3 max-w-prose font-mono text-xs wrap-anywhere text-muted">
        {error.digest === undefined ? error.message : `Error reference: ${error.digest}`}
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button onClick={retry}>Try again</Button>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Reload page
        </Button>
      </div>
    </section>
  );
}
