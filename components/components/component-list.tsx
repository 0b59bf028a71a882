import type { Component } from "@/lib/http/client";
import { ComponentStatus } from "./component-status";

/** Components in their order, each with its effective status. */
export function ComponentList({ components }: { components: readonly Component[] }) {
  return (
    <ul>
      {components.map(({ id, name, description, status }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0">
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-medium wrap-anywhere">
              <bdi>{name}</bdi>
            </p>
            {description !== "" && (
              <p className="wrap-anywhere text-muted">
                <bdi>{description}</bdi>
              </p>
            )}
          </div>
          <ComponentStatus status={status} />
        </li>
      ))}
    </ul>
  );
}
