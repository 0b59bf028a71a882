"use client";

import { Plus, Search, X } from "lucide-react";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useRead, useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Message } from "@/components/ui/message";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";
import { type Impact, impacts, type IncidentStatus, incidentStatuses } from "@/lib/incidents/values";
import { impactLooks } from "./incident-impact";
import { IncidentRow } from "./incident-row";
import { incidentStatusLooks } from "./incident-status";
import { useComponentNames } from "./use-component-names";

const SEARCHED_AFTER_MS = 250;

const filters = ["status", "impact", "component", "q"] as const;
type Filter = (typeof filters)[number];

const oneOf = <Value extends string>(values: readonly Value[], value: string): Value | undefined => values.find((known) => known === value);

/** What the address asks for; each change replaces it, so that it can be sent to somebody and survives a reload. */
function useFilters() {
  const pathname = usePathname();
  const query = useSearchParams();
  const set = (changes: Partial<Record<Filter, string>>) => {
    // The address itself, for what is typed quickly comes here before the last change was drawn.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === "") next.delete(name);
      else next.set(name, value);
    }
    window.history.replaceState(null, "", next.size > 0 ? `${pathname}?${next}` : pathname);
  };
  const get = (name: Filter) => query.get(name) ?? "";
  return { get, set, any: filters.some((name) => get(name) !== ""), clear: () => set({ status: "", impact: "", component: "", q: "" }) };
}

/** All incidents, newest first. */
export function IncidentsScreen() {
  const { id: orgID, at, is } = useOrganization();
  const { get, set, any, clear } = useFilters();
  const params = { orgID };
  const status = oneOf<IncidentStatus | "unresolved">([...incidentStatuses, "unresolved"], get("status"));
  const impact = oneOf<Impact>(impacts, get("impact"));
  const component_id = get("component") || undefined;
  const q = get("q").trim() || undefined;
  const { items, error, more, loadingMore } = useReadPages("GET /v1/organizations/{orgID}/incidents", {
    params,
    query: { ...(status && { status }), ...(impact && { impact }), ...(component_id && { component_id }), ...(q && { q }) },
  });
  const { data: open, next: moreOpen } = useRead("GET /v1/organizations/{orgID}/incidents", { params, query: { status: "unresolved" } });
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components", { params });
  const names = useComponentNames(items?.flatMap(({ component_ids }) => component_ids) ?? []);

  return (
    <>
      <PageHeader title="Incidents" description={open && (open.length === 0 ? "None is unresolved." : `${open.length}${moreOpen === null ? "" : "+"} unresolved.`)}>
        {is("editor") && (
          <Link href={at("/incidents/new")} prefetch={false} className={buttonClass()}>
            <Plus className="size-4" /> Report incident
          </Link>
        )}
      </PageHeader>

      <search className="mb-3 flex flex-wrap gap-2">
        <SearchBox value={get("q")} onChange={(value) => set({ q: value })} />
        <Choice label="Status" value={status ?? ""} onChange={(value) => set({ status: value })}>
          <option value="">Any status</option>
          <option value="unresolved">Unresolved</option>
          {incidentStatuses.map((value) => (
            <option key={value} value={value}>
              {incidentStatusLooks[value].word}
            </option>
          ))}
        </Choice>
        <Choice label="Impact" value={impact ?? ""} onChange={(value) => set({ impact: value })}>
          <option value="">Any impact</option>
          {impacts.map((value) => (
            <option key={value} value={value}>
              {value === "none" ? "No impact" : `${impactLooks[value].word} impact`}
            </option>
          ))}
        </Choice>
        <Choice label="Component" value={component_id ?? ""} onChange={(value) => set({ component: value })}>
          <option value="">Any component</option>
          {component_id !== undefined && !components?.some(({ id }) => id === component_id) && <option value={component_id}>{names.get(component_id) ?? "A removed component"}</option>}
          {components?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        {any && (
          <Button variant="quiet" onClick={clear}>
            <X className="size-4" /> Clear
          </Button>
        )}
      </search>

      <Message>{error?.detail ?? null}</Message>
      <Card className="overflow-hidden">
        {items === undefined && error === undefined && <SkeletonRows rows={6} label="Loading incidents" />}
        {items?.length === 0 && any && (
          <EmptyState title="No incident is like that">
            <button type="button" onClick={clear} className="rounded-sm font-medium text-accent underline underline-offset-2">
              Show all incidents
            </button>
          </EmptyState>
        )}
        {items?.length === 0 && !any && <EmptyState title="No incidents">When something goes wrong, report it here: your page shows it, and subscribers are told.</EmptyState>}
        {items !== undefined && items.length > 0 && (
          <ul aria-label="Incidents">
            {items.map((incident) => (
              <IncidentRow key={incident.id} incident={incident} names={names} />
            ))}
          </ul>
        )}
      </Card>
      {more !== null && (
        <Button variant="secondary" busy={loadingMore} onClick={more} className="mt-3 w-full">
          {loadingMore ? "Loading…" : "Show older incidents"}
        </Button>
      )}
    </>
  );
}

function Choice({ label, value, onChange, children }: { label: string; value: string; onChange: (value: string) => void; children: React.ReactNode }) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="min-h-9 min-w-0 flex-1 basis-24 truncate rounded-md border border-line bg-surface px-2 text-base sm:max-w-44 sm:flex-none sm:basis-auto pointer-coarse:min-h-11 pointer-fine:text-sm"
    >
      {children}
    </select>
  );
}

/** Searches once the hand rests. */
function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address has changed by another hand: a filter that was cleared, the way back.
  if (value !== known) {
    setKnown(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <label className="relative block min-w-48 flex-1 max-sm:basis-full">
      <span className="sr-only">Search titles</span>
      <Search className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted" />
      <input
        type="search"
        value={typed}
        onChange={(event) => {
          const next = event.target.value;
          setTyped(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onChange(next.trim()), SEARCHED_AFTER_MS);
        }}
        placeholder="Search titles"
        autoComplete="off"
        dir="auto"
        className="min-h-9 w-full rounded-md border border-line bg-surface ps-9 pe-3 text-base placeholder:text-muted pointer-coarse:min-h-11 pointer-fine:text-sm"
      />
    </label>
  );
}
