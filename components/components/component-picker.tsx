import { ChevronRight, Search } from "lucide-react";
import { memo, useCallback, useDeferredValue, useMemo, useState } from "react";
import { useRead } from "@/components/data/use-read";
import { Group } from "@/components/ui/field";
import { SEARCH_MIN_ITEMS } from "@/components/ui/filter";
import { formatNameList } from "@/components/ui/format-names";
import { LoadError } from "@/components/data/load-error";
import { rowClass } from "@/components/ui/row";
import { SkeletonRows } from "@/components/ui/skeleton";
import { AffectedStatusMenu } from "./affected-status-menu";
import { publicStatusStyles, getShownStatus } from "./public-status";
import type { ComponentStatus, PublicStatus } from "@/lib/components/schema";
import type { ResponseBody, ComponentResponse } from "@/lib/http/api-client";
import type { SelectedComponents } from "./selected-components";

type Group = ResponseBody<"GET /v1/organizations/{orgID}/component-groups">[number];

/**
 * With more components than this, groups are collapsed on small screens until the user expands them
 * or searches.
 */
const MAX_EXPANDED_COMPONENTS = 12;

const normalizeQuery = (typed: string): string => typed.trim().toLowerCase();

type ComponentPickerProps = {
  /** IDs of components to leave out of the list. */
  excluded?: readonly string[];
  chosen: SelectedComponents;
  /** Must be a stable function, so that a click re-renders only one row. */
  onChange: (change: (chosen: SelectedComponents) => SelectedComponents) => void;
  /** The status of selected components that have no explicit status. */
  defaultStatus: ComponentStatus | null;
  /** If true, users can choose a status for each selected component. */
  hasStatuses?: boolean;
};

/** Memoized, because there may be hundreds of components. */
export const ComponentPicker = memo(function ComponentPicker({
  excluded,
  chosen,
  onChange,
  defaultStatus,
  hasStatuses = true,
}: ComponentPickerProps) {
  const { data, error } = useRead("GET /v1/organizations/{orgID}/components");
  const { data: groups } = useRead("GET /v1/organizations/{orgID}/component-groups");
  const components = useMemo(
    () => data?.filter(({ id }) => excluded?.includes(id) !== true),
    [data, excluded],
  );
  const [typed, setTyped] = useState("");
  const query = useDeferredValue(normalizeQuery(typed));
  const sections = useMemo(
    () => groupComponents(components ?? [], groups ?? [], query),
    [components, groups, query],
  );
  const choose = useCallback(
    (ids: readonly string[], status: ComponentStatus | "" | null) =>
      onChange((now) => withChosen(now, ids, status)),
    [onChange],
  );

  if (error) return <LoadError error={error} />;
  if (components === undefined) return <SkeletonRows rows={4} label="Loading components" />;
  if (components.length === 0)
    return (
      <p className="text-muted">
        No components yet.{hasStatuses && " The incident still appears on the status page."}
      </p>
    );

  const isCollapsing = query === "" && components.length > MAX_EXPANDED_COMPONENTS;
  const names = components.filter(({ id }) => id in chosen).map(({ name }) => name);
  return (
    <div className="grid gap-2">
      {components.length >= SEARCH_MIN_ITEMS && (
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
              // Searches again, because the displayed list may lag behind the typed text.
              const [only, ...others] = groupComponents(
                components,
                groups ?? [],
                normalizeQuery(typed),
              ).flatMap((section) => section.components);
              if (only !== undefined && others.length === 0)
                choose([only.id], only.id in chosen ? null : "");
            }}
            placeholder={`Search ${components.length} components`}
            autoComplete="off"
            dir="auto"
            className={
              "block w-full rounded-md border border-control bg-surface py-1.5 ps-9 pe-3 " +
              "text-base placeholder:text-muted pointer-coarse:py-2.5 pointer-fine:text-sm"
            }
          />
        </label>
      )}
      <div
        className={
          "overflow-y-auto rounded-md border sm:max-h-[min(24rem,60dvh)] sm:overscroll-contain " +
          "border-line bg-surface"
        }
      >
        {sections.length === 0 && <p className="p-3 text-muted">No matching components</p>}
        {sections.map(({ id, name, components }) => (
          <Section
            key={id}
            {...{ name, components, chosen, choose, defaultStatus, hasStatuses, isCollapsing }}
            isBare={sections.length === 1 && id === ""}
          />
        ))}
      </div>
      <output className="block text-xs wrap-anywhere text-muted">
        {names.length > 0 && (
          <>
            {names.length} selected: {formatNameList(names.slice(0, 5))}
            {names.length > 5 && ` and ${names.length - 5} more`}
          </>
        )}
      </output>
    </div>
  );
});

type Choose = (ids: readonly string[], status: ComponentStatus | "" | null) => void;

type SectionProps = Pick<ComponentPickerProps, "chosen" | "defaultStatus"> & {
  name: string;
  components: readonly ComponentResponse[];
  choose: Choose;
  hasStatuses: boolean;
  isBare: boolean;
  isCollapsing: boolean;
};

function Section({ name, components, isBare, isCollapsing, ...props }: SectionProps) {
  const { chosen, choose, defaultStatus, hasStatuses } = props;
  const [isOpen, setIsOpen] = useState(false);
  const all = components.every(({ id }) => id in chosen);
  const isClosed = isCollapsing && !isOpen;
  return (
    <Group aria-label={isBare ? undefined : name} className="min-w-0">
      {(!isBare || isCollapsing) && (
        <div
          className={
            "sticky top-0 z-[1] flex items-center justify-between gap-2 border-b border-line " +
            `bg-sunken ps-3 text-xs text-muted ${isBare ? "sm:hidden" : ""}`
          }
        >
          {isCollapsing && (
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-1 text-start font-medium sm:hidden"
            >
              <ChevronRight
                className={`size-4 shrink-0 ${isOpen ? "rotate-90" : "rtl:rotate-180"}`}
              />
              <bdi className="min-w-0 truncate">{name}</bdi> ({components.length})
            </button>
          )}
          <bdi
            className={`min-w-0 truncate py-1 font-medium ${isCollapsing ? "max-sm:hidden" : ""}`}
          >
            {name}
          </bdi>
          <button
            type="button"
            onClick={() =>
              choose(
                components.map(({ id }) => id),
                all ? null : "",
              )
            }
            className="shrink-0 rounded-sm px-3 py-1 font-medium text-accent hover:underline pointer-coarse:min-h-11"
          >
            {all ? "Clear all" : "Select all"}
            <span className="sr-only"> in {name}</span>
          </button>
        </div>
      )}
      {components.map((component) => {
        const { id, name } = component;
        const selected = chosen[id];
        return (
          <Row
            key={id}
            id={id}
            name={name}
            status={getShownStatus(component)}
            selected={selected ?? null}
            defaultStatus={selected === "" ? defaultStatus : null}
            hasStatus={hasStatuses && selected !== undefined}
            isHidden={isClosed && selected === undefined}
            choose={choose}
          />
        );
      })}
    </Group>
  );
}

type RowProps = {
  id: string;
  name: string;
  status: PublicStatus;
  selected: ComponentStatus | "" | null;
  defaultStatus: ComponentStatus | null;
  hasStatus: boolean;
  /** If true, small screens don't show the row. */
  isHidden: boolean;
  choose: Choose;
};

const Row = memo(function Row(props: RowProps) {
  const { id, name, status, selected, defaultStatus, hasStatus, isHidden, choose } = props;
  const { label, icon: Icon } = publicStatusStyles[status];
  return (
    <div
      className={
        `${rowClass} ${isHidden ? "max-sm:hidden" : ""} flex flex-wrap items-center gap-x-2 px-3 ` +
        "[contain-intrinsic-block-size:auto_2.5rem]"
      }
    >
      <label className="flex min-h-9 min-w-0 flex-1 cursor-pointer items-center gap-2 py-1 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={selected !== null}
          onChange={(event) => choose([id], event.target.checked ? "" : null)}
          className="size-4 shrink-0 accent-accent"
        />
        <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
        {status !== "operational" && selected === null && (
          <span className="flex shrink-0 items-center gap-1 text-xs text-muted">
            <Icon className="size-3.5" /> {label}
          </span>
        )}
      </label>
      {hasStatus && selected !== null && (
        <AffectedStatusMenu
          component={name}
          value={selected}
          onChange={(next) => choose([id], next)}
          defaultStatus={defaultStatus}
          defaultLabel="Based on impact"
        />
      )}
    </div>
  );
});

function withChosen(
  chosen: SelectedComponents,
  ids: readonly string[],
  status: ComponentStatus | "" | null,
): SelectedComponents {
  const next = { ...chosen };
  for (const id of ids) {
    if (status === null) delete next[id];
    else next[id] = ids.length > 1 && id in chosen ? chosen[id]! : status;
  }
  return next;
}

/**
 * Returns the components whose names match, by group. If none match, returns all components of the
 * groups whose names match. Ungrouped components come last.
 */
function groupComponents(
  components: readonly ComponentResponse[],
  groups: readonly Group[],
  query: string,
): { id: string; name: string; components: ComponentResponse[] }[] {
  const sections = new Map(
    [
      ...groups.map(({ id, name }) => ({ id, name, components: [] as ComponentResponse[] })),
      { id: "", name: groups.length > 0 ? "Other components" : "Components", components: [] },
    ].map((section) => [section.id, section]),
  );
  const named = components.filter(({ name }) => name.toLowerCase().includes(query));
  for (const component of named.length > 0 ? named : components) {
    const section = sections.get(component.group_id ?? "") ?? sections.get("")!;
    if (named.length > 0 || section.name.toLowerCase().includes(query))
      section.components.push(component);
  }
  return [...sections.values()].filter((section) => section.components.length > 0);
}
