"use client";

import { Search } from "lucide-react";
import { memo, useCallback, useDeferredValue, useMemo, useState } from "react";
import { componentStatusLooks } from "@/components/components/component-status";
import { SEARCHED_FROM } from "@/components/ui/filter";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { ComponentStatus } from "@/lib/components/schema";
import type { Answer, Component } from "@/lib/http/client";
import type { Chosen } from "./report-values";

type Group = Answer<"GET /v1/organizations/{orgID}/component-groups">[number];

const wordOf = (typed: string): string => typed.trim().toLowerCase();

type ComponentPickerProps = {
  /** Undefined while they are on their way. */
  components: readonly Component[] | undefined;
  groups: readonly Group[] | undefined;
  chosen: Chosen;
  /** The same function for good, so that a press draws one row. */
  onChange: (change: (chosen: Chosen) => Chosen) => void;
  /** What becomes of a component of which nothing else is said. */
  otherwise: ComponentStatus | null;
};

/** The components that are affected, out of hundreds: searched, by their groups, each with what it is now. */
export const ComponentPicker = memo(function ComponentPicker({ components, groups, chosen, onChange, otherwise }: ComponentPickerProps) {
  const [typed, setTyped] = useState("");
  const sought = useDeferredValue(wordOf(typed));
  const sections = useMemo(() => inGroups(components ?? [], groups ?? [], sought), [components, groups, sought]);
  const choose = useCallback((ids: readonly string[], status: ComponentStatus | "" | null) => onChange((now) => withChosen(now, ids, status)), [onChange]);

  if (components === undefined) return <SkeletonRows rows={4} label="Loading components" />;
  if (components.length === 0) return <p className="text-muted">This organization has no components yet. The incident is shown all the same.</p>;

  const names = components.filter(({ id }) => id in chosen).map(({ name }) => name);
  return (
    <div className="grid gap-2">
      {components.length >= SEARCHED_FROM && (
        <label className="relative block">
          <span className="sr-only">Find a component</span>
          <Search className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted" />
          <input
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.metaKey || event.ctrlKey) return;
              event.preventDefault();
              // What is shown may be a moment behind what is typed.
              const [only, ...others] = inGroups(components, groups ?? [], wordOf(typed)).flatMap((section) => section.components);
              if (only !== undefined && others.length === 0) choose([only.id], only.id in chosen ? null : "");
            }}
            placeholder={`Find among ${components.length} components`}
            autoComplete="off"
            className="block w-full rounded-md border border-control bg-surface py-1.5 ps-9 pe-3 text-base placeholder:text-muted pointer-coarse:py-2.5 pointer-fine:text-sm"
          />
        </label>
      )}
      <div className="max-h-96 overflow-y-auto overscroll-contain rounded-md border border-line bg-surface">
        {sections.length === 0 && <p className="p-3 text-muted">No component is called that.</p>}
        {sections.map(({ id, name, components }) => (
          <Section key={id} name={name} components={components} chosen={chosen} choose={choose} otherwise={otherwise} bare={sections.length === 1 && id === ""} />
        ))}
      </div>
      <output className="block text-xs wrap-anywhere text-muted">
        {names.length > 0 && (
          <>
            {names.length} chosen:{" "}
            {names.slice(0, 5).map((name, place) => (
              <span key={place}>
                {place > 0 && ", "}
                <bdi>{name}</bdi>
              </span>
            ))}
            {names.length > 5 && ` and ${names.length - 5} more`}
          </>
        )}
      </output>
    </div>
  );
});

type Choose = (ids: readonly string[], status: ComponentStatus | "" | null) => void;

function Section({ name, components, chosen, choose, otherwise, bare }: { name: string; components: readonly Component[]; chosen: Chosen; choose: Choose; otherwise: ComponentStatus | null; bare: boolean }) {
  const all = components.every(({ id }) => id in chosen);
  return (
    <fieldset aria-label={name} className="min-w-0">
      {!bare && (
        <div className="sticky top-0 z-[1] flex items-center justify-between gap-2 border-b border-line bg-sunken ps-3 text-xs text-muted">
          <bdi className="min-w-0 truncate py-1 font-medium">{name}</bdi>
          <button type="button" onClick={() => choose(components.map(({ id }) => id), all ? null : "")} className="shrink-0 rounded-sm px-3 py-1 font-medium text-accent hover:underline pointer-coarse:min-h-11">
            {all ? "None" : "All"}
            <span className="sr-only"> of {name}</span>
          </button>
        </div>
      )}
      {components.map(({ id, name, status }) => {
        const said = chosen[id];
        return <Row key={id} id={id} name={name} status={status} said={said ?? null} otherwise={said === "" ? otherwise : null} choose={choose} />;
      })}
    </fieldset>
  );
}

type RowProps = { id: string; name: string; status: ComponentStatus; /** Null when it is not chosen. */ said: ComponentStatus | "" | null; otherwise: ComponentStatus | null; choose: Choose };

const Row = memo(function Row({ id, name, status, said, otherwise, choose }: RowProps) {
  const { word, icon: Icon } = componentStatusLooks[status];
  return (
    <div className="flex flex-wrap items-center gap-x-2 border-b border-line px-3 [contain-intrinsic-block-size:auto_2.5rem] [content-visibility:auto] last:border-b-0">
      <label className="flex min-h-9 min-w-0 flex-1 cursor-pointer items-center gap-2 py-1 pointer-coarse:min-h-11">
        <input type="checkbox" checked={said !== null} onChange={(event) => choose([id], event.target.checked ? "" : null)} className="size-4 shrink-0 accent-accent" />
        <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
        {status !== "operational" && said === null && (
          <span className="flex shrink-0 items-center gap-1 text-xs text-muted">
            <Icon className="size-3.5" /> {word}
          </span>
        )}
      </label>
      {said !== null && (
        <StatusSelect label={`Status of ${name}`} value={said} onChange={(next) => choose([id], next)} otherwise={otherwise === null ? "As the impact says" : componentStatusLooks[otherwise].word} />
      )}
    </div>
  );
});

const statuses = Object.keys(componentStatusLooks) as ComponentStatus[];

type StatusSelectProps = { label: string; value: ComponentStatus | ""; onChange: (status: ComponentStatus | "") => void; /** What nothing chosen means. */ otherwise: string };

/** What is said of one component. */
export function StatusSelect({ label, value, onChange, otherwise }: StatusSelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as ComponentStatus | "")}
      className="my-1 max-w-full rounded-md border border-control bg-surface px-2 py-1 text-base max-sm:w-full pointer-coarse:min-h-11 pointer-fine:text-xs"
    >
      <option value="">{otherwise}</option>
      {statuses.map((status) => (
        <option key={status} value={status}>
          {componentStatusLooks[status].word}
        </option>
      ))}
    </select>
  );
}

function withChosen(chosen: Chosen, ids: readonly string[], status: ComponentStatus | "" | null): Chosen {
  const next = { ...chosen };
  for (const id of ids) {
    if (status === null) delete next[id];
    else next[id] = ids.length > 1 && id in chosen ? chosen[id]! : status;
  }
  return next;
}

/** The components whose name has what is sought, or, if none has, those whose group has, under their groups; those of none come last. */
function inGroups(components: readonly Component[], groups: readonly Group[], sought: string): { id: string; name: string; components: Component[] }[] {
  const sections = new Map([...groups.map(({ id, name }) => ({ id, name, components: [] as Component[] })), { id: "", name: groups.length > 0 ? "Other components" : "Components", components: [] }].map((section) => [section.id, section]));
  const named = components.filter(({ name }) => name.toLowerCase().includes(sought));
  for (const component of named.length > 0 ? named : components) {
    const section = sections.get(component.group_id ?? "") ?? sections.get("")!;
    if (named.length > 0 || section.name.toLowerCase().includes(sought)) section.components.push(component);
  }
  return [...sections.values()].filter((section) => section.components.length > 0);
}
