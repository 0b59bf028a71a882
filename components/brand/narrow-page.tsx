import { Card } from "@/components/ui/card";
import { Logo } from "./logo";

export function NarrowPage({
  header = <Logo />,
  lang,
  noScript = "This page requires JavaScript. Turn it on and reload.",
  children,
}: {
  header?: React.ReactNode;
  lang?: string;
  noScript?: string;
  children: React.ReactNode;
}) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-96 flex-col px-4 py-12 sm:py-24">
      <header className="mb-6 flex justify-center">{header}</header>
      <main id="content" lang={lang}>
        <Card className="p-6">{children}</Card>
        <noscript>
          <p className="mt-4 text-center">{noScript}</p>
        </noscript>
      </main>
    </div>
  );
}
