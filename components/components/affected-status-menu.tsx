"use client";

import { ChevronDown } from "lucide-react";
import { componentStatusStyles } from "./component-status";
import { Badge } from "@/components/ui/badge";
import { Menu, MenuChoices } from "@/components/ui/menu";
import type { ComponentStatus } from "@/lib/components/values";

const statusChoices = (Object.keys(componentStatusStyles) as ComponentStatus[]).map((status) => ({
  value: status,
  ...componentStatusStyles[status],
}));

type AffectedStatusMenuProps = {
  component: string;
  value: ComponentStatus | "";
  onChange: (status: ComponentStatus | "") => void;
  /** The status that applies until the user chooses one; null if unknown. */
  defaultStatus: ComponentStatus | null;
  defaultLabel: string;
};

export function AffectedStatusMenu({
  component,
  value,
  onChange,
  defaultStatus,
  defaultLabel,
}: AffectedStatusMenuProps) {
  const status = value || defaultStatus;
  const { label, icon, tone } =
    status === null
      ? { label: defaultLabel, icon: undefined, tone: "neutral" as const }
      : componentStatusStyles[status];
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Status of ${component}: ${label}`}
          className={
            "flex min-h-8 shrink-0 items-center gap-1 rounded-full text-muted hover:text-ink " +
            "pointer-coarse:min-h-11"
          }
        >
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
          <ChevronDown className="size-3.5" />
        </button>
      }
    >
      <MenuChoices
        value={value}
        onChange={onChange}
        choices={[{ value: "", label: defaultLabel }, ...statusChoices]}
      />
    </Menu>
  );
}
