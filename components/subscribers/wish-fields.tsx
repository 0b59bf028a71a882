"use client";

import { useId, useState } from "react";
import { Choice } from "@/components/ui/choice";
import { FieldGroup } from "@/components/ui/field";
import { SkeletonRows } from "@/components/ui/skeleton";
import { useComponents } from "./use-components";

/** From this number of components on they can be searched. */
const MANY = 12;

type Props = {
  everything: boolean;
  onEverything: (everything: boolean) => void;
  /** Props of the check boxes: what `register("component_ids")` gives. */
  boxes: object;
  error: string | undefined;
  /** Incidents that are followed besides. */
  followed?: number;
};

/** What somebody hears of: everything, or chosen components. */
export function WishFields({ everything, onEverything, boxes, error, followed = 0 }: Props) {
  const { components } = useComponents();
  const [part, setPart] = useState("");
  const scope = useId();
  const fits = (name: string) => name.toLowerCase().includes(part.trim().toLowerCase());
  return (
    <>
      <FieldGroup label="Hears of">
        <div className="grid gap-1 sm:grid-cols-2">
          <Choice type="radio" name={scope} checked={everything} onChange={() => onEverything(true)}>
            Everything
          </Choice>
          <Choice type="radio" name={scope} checked={!everything} onChange={() => onEverything(false)}>
            {followed === 0 ? "Chosen components" : `Chosen components, and ${followed} followed ${followed === 1 ? "incident" : "incidents"}`}
          </Choice>
        </div>
      </FieldGroup>
      {!everything && components === undefined && <SkeletonRows rows={3} label="Loading components" />}
      {!everything && components !== undefined && (
        <FieldGroup label="Components" error={error === undefined ? undefined : "must be chosen: one at least, or everything instead"}>
          {components.length === 0 && <p className="text-muted">There are no components yet.</p>}
          {components.length > MANY && (
            <input
              type="search"
              aria-label="Search components"
              placeholder="Search components"
              value={part}
              onChange={(event) => setPart(event.target.value)}
              onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
              className="mb-2 block w-full rounded-md border border-control bg-surface px-3 py-1.5 text-base pointer-fine:text-sm pointer-coarse:py-2.5"
            />
          )}
          <div className="grid max-h-60 gap-1 overflow-y-auto sm:grid-cols-2">
            {components.map(({ id, name }) => (
              <div key={id} hidden={!fits(name)}>
                <Choice type="checkbox" value={id} {...boxes}>
                  <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
                </Choice>
              </div>
            ))}
          </div>
        </FieldGroup>
      )}
    </>
  );
}
