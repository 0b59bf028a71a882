import type { Metadata } from "next";
import { findInstallationUrl, findCurrentUserIfAvailable } from "@/app/current-user";
import { ApiReference } from "@/components/docs/api-reference";
import { CodeBlock } from "@/components/docs/code-block";
import { DataTable } from "@/components/docs/data-table";
import { ErrorTable } from "@/components/docs/error-table";
import { describeShellSession } from "@/components/docs/shell-session";
import { Webhooks } from "@/components/docs/webhooks";
import { SiteHeader } from "@/components/landing/site-header";
import { VisitorMenu } from "@/components/landing/visitor-menu";
import { BASE_PATH } from "@/lib/base-path";

export const metadata: Metadata = {
  title: "Docs",
  description: "Get started with Candor and its HTTP API.",
};

const sections = [
  { id: "start", title: "Getting started" },
  { id: "webhooks", title: "Webhooks" },
  { id: "roles", title: "Roles" },
  { id: "errors", title: "Errors" },
  { id: "reference", title: "API reference" },
] as const;

const roles = [
  ["Viewer", "View-only access to the organization."],
  ["Editor", "Also manage incidents, maintenance, components, subscribers, and templates."],
  ["Admin", "Also manage settings, members, and API tokens."],
  ["Owner", "Also delete or transfer the organization. There is always at least one owner."],
] as const;

const code = "font-mono text-xs";
const prose = "max-w-[68ch] text-muted";
const heading = "mb-2 scroll-mt-4 text-lg font-semibold";

export default async function DocsPage() {
  const [user, origin] = [await findCurrentUserIfAvailable(), await findInstallationUrl()];
  return (
    <>
      <SiteHeader menu={user && <VisitorMenu user={user} />} />
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
              Everything you can do in the dashboard is available over HTTP under{" "}
              <code className={code}>/v1</code>. The dashboard uses the same API that is documented
              here. Request and response bodies are JSON, times are ISO 8601 in UTC, and lists are
              plain arrays.
            </p>
          </div>

          <section aria-labelledby="start">
            <h2 id="start" className={heading}>
              Getting started
            </h2>
            <p className={`mb-6 ${prose}`}>
              Run these commands in a shell. They use this server,{" "}
              <code className={code}>{origin}</code>.
            </p>
            <ol className="grid gap-6">
              {describeShellSession(origin).map(({ title, text, commands }, step) => (
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
              Each member of an organization has one role, which includes the permissions of the
              roles above it in this table. The user who creates an organization becomes its owner.
              By default, a signed-in user’s first write to an unused organization ID also creates
              the organization.
            </p>
            <DataTable
              caption="Roles"
              columns={["Role", "Permissions"]}
              rows={roles.map(([role, permissions]) => ({
                key: role,
                cells: [
                  <span key="role" className="font-medium">
                    {role}
                  </span>,
                  permissions,
                ],
              }))}
            />
          </section>

          <section aria-labelledby="errors">
            <h2 id="errors" className={heading}>
              Errors
            </h2>
            <p className={`mb-4 ${prose}`}>
              Some errors are plain text, as this table shows. All others are problem details (RFC
              9457): <code className={code}>type</code> links to a row of the table, and{" "}
              <code className={code}>request_id</code> identifies the request in the server log.
            </p>
            <ErrorTable />
          </section>

          <section aria-labelledby="reference">
            <h2 id="reference" className={heading}>
              API reference
            </h2>
            <p className={`mb-4 ${prose}`}>
              All operations, generated from the OpenAPI 3.1 description at{" "}
              {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- JSON, not a page */}
              <a
                href={`${BASE_PATH}/v1/openapi.json`}
                className="rounded-sm font-medium text-accent underline underline-offset-2"
              >
                /v1/openapi.json
              </a>
              . Registering and signing in set an HTTP-only cookie named{" "}
              <code className={code}>session_token</code>, which lasts 30 days. API clients send an
              API token in the header{" "}
              <code className={code}>Authorization: Bearer &lt;token&gt;</code>.
            </p>
            <ApiReference />
          </section>
        </main>
      </div>
    </>
  );
}
