"use client";

import * as Radix from "@radix-ui/react-dropdown-menu";
import { useRef } from "react";
import { MenuParts } from "./menu";

export const menuPrimitives = {
  Item: Radix.Item,
  Label: Radix.Label,
  RadioGroup: Radix.RadioGroup,
  RadioItem: Radix.RadioItem,
  Separator: Radix.Separator,
};

export type MenuContentProps = {
  trigger: React.ReactElement;
  align: "start" | "end";
  side: "top" | "bottom";
  onClose?: (() => void) | undefined;
  children?: React.ReactNode;
};

/** Replaces the trigger of `Menu`, and is initially open. */
export function MenuContent({ trigger, align, side, onClose, children }: MenuContentProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <MenuParts value={menuPrimitives}>
      <Radix.Root modal={false} defaultOpen onOpenChange={(isOpen) => !isOpen && onClose?.()}>
        <Radix.Trigger asChild>{trigger}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            ref={content}
            // A form that loads later focuses its first field, which must not close the menu.
            onFocusOutside={(event) => {
              if ((event.target as Element).closest("[role=dialog], [role=alertdialog]")) return;
              event.preventDefault();
              content.current?.focus({ preventScroll: true });
            }}
            align={align}
            side={side}
            sideOffset={4}
            collisionPadding={8}
            className={
              "z-40 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-48 " +
              "overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-lg"
            }
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </MenuParts>
  );
}
