"use client";

import * as Radix from "@radix-ui/react-dropdown-menu";
import { useRef } from "react";
import { MenuParts } from "./menu";

export const parts = { Item: Radix.Item, Label: Radix.Label, Separator: Radix.Separator };

export type OpenedMenuProps = { trigger: React.ReactElement; align: "start" | "end"; side: "top" | "bottom"; children?: React.ReactNode };

/** The part of a menu that weighs: open from the first, it stays in the place of its button. */
export function OpenedMenu({ trigger, align, side, children }: OpenedMenuProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <MenuParts value={parts}>
      <Radix.Root modal={false} defaultOpen>
        <Radix.Trigger asChild>{trigger}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            ref={content}
            // A form that arrives later takes the focus for its first field: what is open keeps it, and stays, but not before a window.
            onFocusOutside={(event) => {
              if ((event.target as Element).closest("[role=dialog], [role=alertdialog]")) return;
              event.preventDefault();
              content.current?.focus({ preventScroll: true });
            }}
            align={align}
            side={side}
            sideOffset={4}
            collisionPadding={8}
            className="z-30 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-48 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-lg"
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </MenuParts>
  );
}
