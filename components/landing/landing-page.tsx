import { BellRing, Boxes, type LucideIcon, Megaphone } from "lucide-react";
import { CodeBlock } from "@/components/docs/code-block";
import { buttonClass } from "@/components/ui/button";
import { BASE_PATH } from "@/lib/base-path";
import { ExamplePage } from "./example-page";
import { SiteHeader } from "./site-header";

const parts: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Boxes,
    title: "Components",
    text:
      "List the parts of your system. " +
      "A component’s status follows its incidents and maintenance, or you set it yourself.",
  },
  {
    icon: Megaphone,
    title: "Incidents",
    text:
      "Report what broke and which components are affected. " +
      "Their status changes with the incident and returns to normal when you resolve it.",
  },
  {
    icon: BellRing,
    title: "Reliable notifications",
    text:
      "Notify subscribers of every update. " +
      "Notifications are saved together with the incident, so none is lost if the server restarts.",
  },
];

/** `menu` is the account menu of a signed-in user. */
export function LandingPage({ menu }: { menu?: React.ReactNode }) {
  return (
    <>
      <SiteHeader menu={menu} />
      <main id="content" className="mx-auto max-w-6xl px-4">
        <section className="grid items-center gap-12 py-12 sm:py-20 lg:grid-cols-[minmax(0,1fr)_26rem]">
          <div>
            <h1 className="max-w-[18ch] text-2xl font-semibold text-balance">
              Keep users informed during outages, from your own server.
            </h1>
            <p className="mt-4 max-w-[56ch] text-base text-muted">
              Candor is a self-hosted status page for many organizations. List your components,
              report incidents, and notify everyone who subscribed.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <a
                href={`${BASE_PATH}${menu ? "/dashboard" : "/register"}`}
                className={buttonClass("primary")}
              >
                {menu ? "Open the dashboard" : "Create an account"}
              </a>
              <a href={`${BASE_PATH}/docs`} className={buttonClass("secondary")}>
                Read the docs
              </a>
            </div>
          </div>
          <ExamplePage />
        </section>

        <section aria-labelledby="parts" className="border-t border-line py-12">
          <h2 id="parts" className="sr-only">
            Features
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

        <section
          aria-labelledby="run"
          className="grid gap-6 border-t border-line py-12 md:grid-cols-2"
        >
          <div>
            <h2 id="run" className="text-lg font-semibold">
              Simple to run
            </h2>
            <p className="mt-2 max-w-[56ch] text-muted">
              Requires Node.js 20.19 or later. Data is stored in a SQLite file. If you need more
              than one machine, switch to PostgreSQL and run as many processes as you like.
              Everything in the dashboard is also available through the HTTP API.
            </p>
            <p className="mt-4">
              <a
                href={`${BASE_PATH}/docs`}
                className="font-medium text-accent underline underline-offset-2"
              >
                Get started with the API
              </a>
            </p>
          </div>
          <div className="min-w-0">
            <CodeBlock label="Command to start Candor">
              {"npm ci && npm start\n# http://localhost:3000"}
            </CodeBlock>
          </div>
        </section>
      </main>
      <footer className="border-t border-line">
        <div
          className={
            "mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-4 " +
            "px-4 py-6 text-xs text-muted"
          }
        >
          <p>Candor, the self-hosted status page.</p>
          <nav aria-label="Footer" className="flex gap-4">
            <a href={`${BASE_PATH}/docs`} className="underline underline-offset-2 hover:text-ink">
              Docs
            </a>
            <a
              href={`${BASE_PATH}${menu ? "/dashboard" : "/login"}`}
              className="underline underline-offset-2 hover:text-ink"
            >
              {menu ? "Dashboard" : "Sign in"}
            </a>
          </nav>
        </div>
      </footer>
    </>
  );
}
