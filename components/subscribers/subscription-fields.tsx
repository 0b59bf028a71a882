"use client";

import { useId, useState } from "react";
import { LoadError } from "@/components/data/load-error";
import { ChoiceCard } from "@/components/ui/choice-card";
import { FieldGroup } from "@/components/ui/field";
import { formatAmount } from "@/components/ui/format-count";
import { SkeletonRows } from "@/components/ui/skeleton";
import { EventChoice } from "./event-choice";
import { useComponents } from "./use-components";

const SEARCH_ABOVE = 12;

type Props = {
  everything: boolean;
  onEverything: (everything: boolean) => void;
  /** The result of `register("component_ids")`. */
  boxes: object;
  error: string | undefined;
  componentUpdates: boolean;
  onComponentUpdates: (componentUpdates: boolean) => void;
  followed?: number;
};

export function SubscriptionFields({
  everything,
  onEverything,
  boxes,
  error,
  componentUpdates,
  onComponentUpdates,
  followed = 0,
}: Props) {
  const { components, error: loadError } = useComponents();
  const [query, setQuery] = useState("");
  const scope = useId();
  const matches = (name: string) => name.toLowerCase().includes(query.trim().toLowerCase());
  return (
    <>
      <FieldGroup label="Subscribed to">
        <div className="grid gap-1 sm:grid-cols-2">
          <ChoiceCard
            type="radio"
            name={scope}
            checked={everything}
            onChange={() => onEverything(true)}
          >
            Everything
          </ChoiceCard>
          <ChoiceCard
            type="radio"
            name={scope}
            checked={!everything}
            onChange={() => onEverything(false)}
          >
            {followed === 0
              ? "Selected components"
              : `Selected components and ${formatAmount(followed, "incident")}`}
          </ChoiceCard>
        </div>
      </FieldGroup>
      {!everything && <LoadError error={loadError} />}
      {!everything && components === undefined && loadError === undefined && (
        <SkeletonRows rows={3} label="Loading components" />
      )}
      {!everything && components !== undefined && (
        <FieldGroup
          label="Components"
          error={error === undefined ? undefined : "must include at least one"}
        >
          {components.length === 0 && <p className="text-muted">There are no components yet.</p>}
          {components.length > SEARCH_ABOVE && (
            <input
              type="search"
              aria-label="Search components"
              placeholder="Search components"
              dir="auto"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
              className={
                "mb-2 block w-full rounded-md border border-control bg-surface px-3 py-1.5 text-base " +
                "pointer-fine:text-sm pointer-coarse:py-2.5"
              }
            />
          )}
          <div className="grid max-h-60 gap-1 overflow-y-auto sm:grid-cols-2">
            {components.map(({ id, name }) => (
              <div key={id} hidden={!matches(name)}>
                <ChoiceCard type="checkbox" value={id} {...boxes}>
                  <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
                </ChoiceCard>
              </div>
            ))}
          </div>
        </FieldGroup>
      )}
      <EventChoice componentUpdates={componentUpdates} onChange={onComponentUpdates} />
    </>
  );
}
