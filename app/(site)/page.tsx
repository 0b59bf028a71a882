import { BellRing, Boxes, type LucideIcon, Megaphone } from "lucide-react";
import Link from "next/link";
import { CodeBlock } from "@/components/docs/code-block";
import { ExamplePage } from "@/components/landing/example-page";
import { SiteHeader } from "@/components/landing/site-header";
import { buttonClass } from "@/components/ui/button";

const parts: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Boxes,
    title: "Components",
    text: "The parts of your system, in your order. The status of each is worked out from its open incidents, so nobody has to remember to set it back.",
  },
  {
    icon: Megaphone,
    title: "Incidents",
    text: "What broke, how badly, and which components it touches. One report changes all of them at once, and resolving it changes them back.",
  },
  {
    icon: BellRing,
    title: "Durable notifications",
    text: "The event that tells your subscribers is written in the same transaction as the incident. If the server falls over a moment later, the event is still there.",
  },
];

export default function LandingPage() {
  return (
    <>
      <SiteHeader />
      <main id="content" className="mx-auto max-w-6xl px-4">
        <section className="grid items-center gap-12 py-12 sm:py-20 lg:grid-cols-[minmax(0,1fr)_26rem]">
          <div>
            <h1 className="max-w-[18ch] text-2xl font-semibold text-balance">Tell people what is down, from a server you run.</h1>
            <p className="mt-4 max-w-[56ch] text-base text-muted">
              Candor is a self-hostable status page for many organizations. Describe the parts of your system, report what breaks, and everyone who
              subscribed is told.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <Link href="/register" prefetch={false} className={buttonClass("primary")}>
                Create an account
              </Link>
              <Link href="/docs" prefetch={false} className={buttonClass("secondary")}>
                Read the docs
              </Link>
            </div>
          </div>
          <ExamplePage />
        </section>

        <section aria-labelledby="parts" className="border-t border-line py-12">
          <h2 id="parts" className="sr-only">
            What it does
          </h2>
          <ul className="grid gap-8 md:grid-cols-3">
            {parts.map(({ icon: Icon, title, text }) => (
              <li key={title}>
                <Icon className="size-5 text-accent" />
                <h3 className="mt-3 text-base font-semibold">{title}</h3>
                <p className="mt-1 max-w-[48ch] text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </section>

        <section aria-labelledby="run" className="grid gap-6 border-t border-line py-12 md:grid-cols-2">
          <div>
            <h2 id="run" className="text-lg font-semibold">
              One process, one file
            </h2>
            <p className="mt-2 max-w-[56ch] text-muted">
              It takes Node 20 and nothing else: the database is a SQLite file beside it. When one machine is not enough, point it at PostgreSQL and run
              as many processes as you like. All that the dashboard does goes through an HTTP API that is yours to use as well.
            </p>
            <p className="mt-4">
              <Link href="/docs" prefetch={false} className="font-medium text-accent underline underline-offset-2">
                Getting started with the API
              </Link>
            </p>
          </div>
          <div className="min-w-0">
            <CodeBlock label="Command that starts Candor">{"npm ci && npm start\n# http://localhost:3000"}</CodeBlock>
          </div>
        </section>
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-4 px-4 py-6 text-xs text-muted">
          <p>Candor, the status page that you run yourself.</p>
          <nav aria-label="Footer" className="flex gap-4">
            <Link href="/docs" prefetch={false} className="underline underline-offset-2 hover:text-ink">
              Docs
            </Link>
            <Link href="/login" prefetch={false} className="underline underline-offset-2 hover:text-ink">
              Sign in
            </Link>
          </nav>
        </div>
      </footer>
    </>
  );
}
