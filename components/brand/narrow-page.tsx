import { Card } from "@/components/ui/card";
import { Logo } from "./logo";

/** A page of one task: the mark, and a card in the middle. */
export function NarrowPage({ children }: { children: React.ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-96 flex-col px-4 py-12 sm:py-24">
      <header className="mb-6 flex justify-center">
        <Logo href="/" />
      </header>
      <main id="content">
        <Card className="p-6">{children}</Card>
        <noscript>
          <p className="mt-4 text-center">This page takes JavaScript. Turn it on and reload.</p>
        </noscript>
      </main>
    </div>
  );
}
