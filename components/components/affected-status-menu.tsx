import { Badge } from "@/components/ui/badge";
import type { ComponentStatus } from "@/lib/components/values";
import { componentStatusStyles } from "./component-status";
import { StatusMenu, statusChoices } from "./status-menu";

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
    <StatusMenu
      label={`Status of ${component}: ${label}`}
      badge={
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      }
      value={value}
      onChange={onChange}
      choices={[{ value: "", label: defaultLabel }, ...statusChoices]}
    />
  );
}
