"use client";

import { ArrowLeft, Plus } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import useSWR from "swr";
import useSWRInfinite from "swr/infinite";
import { ComponentList } from "@/components/components/component-list";
import { componentStatusLooks } from "@/components/components/component-status";
import { NewComponentForm } from "@/components/components/new-component-form";
import { IncidentList } from "@/components/incidents/incident-list";
import { ReportIncidentForm } from "@/components/incidents/report-incident-form";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import { worstStatus } from "@/lib/components/rules";
import { type ApiError, api, type Component, type Incident, type Organization } from "@/lib/http/client";
import { satisfies } from "@/lib/roles";

type IncidentPage = { incidents: Incident[]; next: string | null };

/** One organization: how its components are, and what happened to them. */
export function OrganizationOverview({ orgID }: { orgID: string }) {
  const organization = useSWR<Organization, ApiError>(["organization", orgID], () => api.getOrganization(orgID));
  const components = useSWR<Component[], ApiError>(organization.data && ["components", orgID], () => api.listComponents(orgID));
  const incidents = useSWRInfinite<IncidentPage, ApiError>(
    (page, before: IncidentPage | null) => organization.data && before?.next !== null && ["incidents", orgID, before?.next ?? null],
    ([, , before]: [string, string, string | null]) => api.listIncidents(orgID, before),
  );
  const [reporting, setReporting] = useState(false);
  const [done, setDone] = useState("");
  const reportButton = useRef<HTMLButtonElement>(null);

  if (organization.error && !organization.data) return <Unavailable error={organization.error} />;

  const error = components.error ?? incidents.error;
  const mayWrite = organization.data !== undefined && satisfies(organization.data.role, "editor");
  const listed = incidents.data?.flatMap((page) => page.incidents);
  const hasOlder = incidents.data?.at(-1)?.next != null;

  function closeReport() {
    // Flushed, for the button must be back before it can take the focus.
    flushSync(() => setReporting(false));
    reportButton.current?.focus();
  }

  return (
    <>
      <Link href="/dashboard" className="inline-flex items-center gap-1 rounded-sm text-muted hover:text-ink">
        <ArrowLeft className="size-4 rtl:rotate-180" /> Organizations
      </Link>
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="min-h-8 text-xl font-semibold wrap-anywhere">
            <bdi>{organization.data?.name}</bdi>
          </h1>
          <p className="mt-1 min-h-5 text-muted">{components.data && summary(components.data)}</p>
        </div>
        {mayWrite && components.data && !reporting && (
          <Button ref={reportButton} onClick={() => setReporting(true)}>
            <Plus className="size-4" /> Report incident
          </Button>
        )}
      </div>
      <output className="sr-only">{done}</output>
      {error && (
        <div className="mt-4">
          <Message>{error.detail}</Message>
        </div>
      )}

      {reporting && components.data && (
        <Card className="mt-6 p-4">
          <h2 className="mb-4 text-base font-semibold">New incident</h2>
          <ReportIncidentForm
            orgID={orgID}
            components={components.data}
            onCancel={closeReport}
            onReported={async ({ title }) => {
              await Promise.all([incidents.mutate(), components.mutate()]);
              setDone(`“${title}” was reported.`);
              closeReport();
            }}
          />
        </Card>
      )}

      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <section aria-labelledby="components">
          <h2 id="components" className="mb-3 text-base font-semibold">
            Components
          </h2>
          <Card>
            {!components.data && !components.error && <SkeletonRows rows={4} label="Loading components" />}
            {components.data?.length === 0 && (
              <EmptyState title="No components yet">
                {mayWrite
                  ? "Add the parts of your system that your users would ask about: Website, API, Checkout."
                  : "An editor of this organization can add the parts of the system here."}
              </EmptyState>
            )}
            {components.data && <ComponentList components={components.data} />}
          </Card>
          {mayWrite && components.data && (
            <Card className="mt-4 p-4">
              <h3 className="mb-4 font-semibold">New component</h3>
              <NewComponentForm
                orgID={orgID}
                onCreated={async ({ name }) => {
                  await components.mutate();
                  setDone(`${name} was added.`);
                }}
              />
            </Card>
          )}
        </section>

        <section aria-labelledby="incidents">
          <h2 id="incidents" className="mb-3 text-base font-semibold">
            Incidents
          </h2>
          <Card>
            {!listed && !incidents.error && <SkeletonRows rows={4} label="Loading incidents" />}
            {listed?.length === 0 && (
              <EmptyState title="No incidents">
                {mayWrite ? "When something breaks, report it above. Subscribers hear of it at once." : "When something breaks, it is listed here."}
              </EmptyState>
            )}
            {listed && <IncidentList incidents={listed} components={components.data ?? []} />}
          </Card>
          {hasOlder && (
            <Button variant="secondary" className="mt-4" busy={incidents.isValidating} onClick={() => void incidents.setSize((size) => size + 1)}>
              Show older incidents
            </Button>
          )}
        </section>
      </div>
    </>
  );
}

/** How all components are, in one sentence. */
function summary(components: readonly Component[]): string {
  const affected = components.filter(({ status }) => status !== "operational");
  if (components.length === 0) return "Nothing to watch over yet.";
  if (affected.length === 0) return components.length === 1 ? "The component is operational." : `All ${components.length} components are operational.`;
  const worst = componentStatusLooks[worstStatus(affected.map(({ status }) => status))].word.toLowerCase();
  return affected.length === 1
    ? `1 of ${components.length} components is affected: ${worst}.`
    : `${affected.length} of ${components.length} components are affected, at worst: ${worst}.`;
}

function Unavailable({ error }: { error: ApiError }) {
  return (
    <>
      <h1 className="text-xl font-semibold">{error.status === 404 ? "No such organization" : "This organization cannot be shown"}</h1>
      <p className="mt-1 mb-6 max-w-prose text-muted">{error.detail}</p>
      <Link href="/dashboard" className={buttonClass("secondary")}>
        My organizations
      </Link>
    </>
  );
}
