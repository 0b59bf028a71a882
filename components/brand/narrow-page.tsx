import { Card } from "@/components/ui/card";
import { Logo } from "./logo";

export function NarrowPage({
  header = <Logo />,
  children,
}: {
  header?: React.ReactNode;
  children: React.ReactNode;
}) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-96 flex-col px-4 py-12 sm:py-24">
      <header className="mb-6 flex justify-center">{header}</header>
      <main id="content">
        <Card className="p-6">{children}</Card>
        <noscript>
          <p className="mt-4 text-center">This page requires JavaScript. Turn it on and reload.</p>
        </noscript>
      </main>
    </div>
  );
}
