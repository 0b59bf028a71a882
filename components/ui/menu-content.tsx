"use client";

import * as Radix from "@radix-ui/react-dropdown-menu";
import { useEffect, useRef } from "react";
import { MenuParts } from "./menu";

export const menuPrimitives = {
  Item: Radix.Item,
  Label: Radix.Label,
  RadioGroup: Radix.RadioGroup,
  RadioItem: Radix.RadioItem,
  Separator: Radix.Separator,
};

const findChecked = (menu: HTMLElement | null) =>
  menu?.querySelector<HTMLElement>("[aria-checked='true']");
const findItem = (menu: HTMLElement | null) =>
  menu?.querySelector<HTMLElement>("[role^='menuitem']:not([data-disabled])");

export type MenuContentProps = {
  trigger: React.ReactElement;
  align: "start" | "end";
  side: "top" | "bottom";
  onClose?: (() => void) | undefined;
  isByKeyboard: boolean;
  children?: React.ReactNode;
};

/** Replaces the trigger of `Menu` with an open menu after the first click or arrow key. */
export function MenuContent({
  trigger,
  align,
  side,
  onClose,
  isByKeyboard,
  children,
}: MenuContentProps) {
  const content = useRef<HTMLDivElement>(null);
  // Focuses the chosen or first item. Radix focuses only the menu itself, because the menu
  // mounts after the key press.
  useEffect(() => {
    if (!isByKeyboard) return undefined;
    const frame = requestAnimationFrame(() =>
      (findChecked(content.current) ?? findItem(content.current))?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [isByKeyboard]);
  const focusChecked = () =>
    void requestAnimationFrame(() => findChecked(content.current)?.focus());
  return (
    <MenuParts value={menuPrimitives}>
      <Radix.Root
        modal={false}
        defaultOpen
        onOpenChange={(isOpen) => (isOpen ? focusChecked() : onClose?.())}
      >
        <Radix.Trigger asChild>{trigger}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            ref={content}
            // Keeps the menu open if a form that loads later focuses its first field.
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
