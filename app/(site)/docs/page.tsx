import type { Metadata } from "next";
import { ApiReference } from "@/components/docs/api-reference";
import { CodeBlock } from "@/components/docs/code-block";
import { DataTable } from "@/components/docs/data-table";
import { ErrorTable } from "@/components/docs/error-table";
import { session } from "@/components/docs/session";
import { Webhooks } from "@/components/docs/webhooks";
import { SiteHeader } from "@/components/landing/site-header";

export const metadata: Metadata = { title: "Docs", description: "Getting started with Candor and its HTTP API." };

const sections = [
  { id: "start", title: "Getting started" },
  { id: "webhooks", title: "Webhooks" },
  { id: "roles", title: "Roles" },
  { id: "errors", title: "Errors" },
  { id: "reference", title: "API reference" },
] as const;

const roles = [
  ["Viewer", "Reads everything in the organization."],
  ["Editor", "Also adds components and reports incidents."],
  ["Admin", "Also manages members and settings."],
  ["Owner", "Also deletes the organization or hands it over. There is always at least one."],
] as const;

const code = "font-mono text-xs";
const prose = "max-w-[68ch] text-muted";
const heading = "mb-2 scroll-mt-4 text-lg font-semibold";

export default function DocsPage() {
  return (
    <>
      <SiteHeader />
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-8 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-12">
        <nav aria-label="On this page" className="lg:sticky lg:top-8 lg:self-start">
          <ul className="flex flex-wrap gap-x-4 gap-y-2 lg:grid">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="rounded-sm text-muted hover:text-ink">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <main id="content" className="grid min-w-0 gap-12">
          <div>
            <h1 className="text-xl font-semibold">Docs</h1>
            <p className={`mt-2 ${prose}`}>
              All that Candor does, it does over HTTP below <code className={code}>/v1</code>: the dashboard uses the very calls on this page. Bodies
              are JSON, times are UTC in ISO 8601, lists are bare arrays.
            </p>
          </div>

          <section aria-labelledby="start">
            <h2 id="start" className={heading}>
              Getting started
            </h2>
            <p className={`mb-6 ${prose}`}>
              With the server started by <code className={code}>npm ci &amp;&amp; npm start</code>, this session in a shell goes once through everything.
            </p>
            <ol className="grid gap-6">
              {session.map(({ title, text, commands }, step) => (
                <li key={title} className="min-w-0">
                  <h3 className="font-semibold">
                    {step + 1}. {title}
                  </h3>
                  <p className={`mt-1 mb-2 ${prose}`}>{text}</p>
                  <CodeBlock label={`${title}: commands`}>{commands}</CodeBlock>
                </li>
              ))}
            </ol>
          </section>

          <section aria-labelledby="webhooks" className="min-w-0">
            <h2 id="webhooks" className={heading}>
              Webhooks
            </h2>
            <Webhooks />
          </section>

          <section aria-labelledby="roles">
            <h2 id="roles" className={heading}>
              Roles
            </h2>
            <p className={`mb-4 ${prose}`}>
              Each member of an organization has one role, and may do what those above it in this table may. Whoever creates an organization, or is first
              to write to an id that nobody holds, is its owner.
            </p>
            <DataTable
              caption="Roles"
              columns={["Role", "May do"]}
              rows={roles.map(([role, may]) => ({ key: role, cells: [<span key="role" className="font-medium">{role}</span>, may] }))}
            />
          </section>

          <section aria-labelledby="errors">
            <h2 id="errors" className={heading}>
              Errors
            </h2>
            <p className={`mb-4 ${prose}`}>
              Errors of signing in are plain text. All others are problem documents (RFC 9457): <code className={code}>type</code> links to a row below,
              and <code className={code}>request_id</code> finds the request in the server’s log.
            </p>
            <ErrorTable />
          </section>

          <section aria-labelledby="reference">
            <h2 id="reference" className={heading}>
              API reference
            </h2>
            <p className={`mb-4 ${prose}`}>
              Every call, from the server’s own description of itself in OpenAPI 3.1:{" "}
              {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- a document, and no page of ours */}
              <a href="/v1/openapi.json" className="rounded-sm font-medium text-accent underline underline-offset-2">
                /v1/openapi.json
              </a>
              . Register and login set an HTTP-only cookie named <code className={code}>session_token</code>, which lasts 30 days; programs send a token as{" "}
              <code className={code}>Authorization: Bearer</code>.
            </p>
            <ApiReference />
          </section>
        </main>
      </div>
    </>
  );
}
