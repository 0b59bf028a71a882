import { ChevronDown } from "lucide-react";
import { Menu, MenuChoices } from "@/components/ui/menu";
import type { ComponentStatus } from "@/lib/components/values";
import { componentStatusStyles } from "./component-status";

export const statusChoices = (Object.keys(componentStatusStyles) as ComponentStatus[]).map(
  (status) => ({ value: status, ...componentStatusStyles[status] }),
);

type StatusMenuProps<Value extends string> = React.ComponentProps<typeof MenuChoices<Value>> & {
  label: string;
  describedBy?: string | undefined;
  badge: React.ReactNode;
};

/** A status badge that opens a menu. Unlike in a select, arrow keys don't choose a status. */
export const StatusMenu = <Value extends string>({
  label,
  describedBy,
  badge,
  ...choices
}: StatusMenuProps<Value>) => (
  <Menu
    trigger={
      <button
        type="button"
        aria-label={label}
        aria-describedby={describedBy}
        className={
          "flex min-h-8 shrink-0 items-center gap-1 rounded-full text-muted hover:text-ink " +
          "pointer-coarse:min-h-11"
        }
      >
        {badge}
        <ChevronDown className="size-3.5" />
      </button>
    }
  >
    <MenuChoices {...choices} />
  </Menu>
);
