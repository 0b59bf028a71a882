import * as Radix from "@radix-ui/react-dropdown-menu";
import { type ComponentType, type RefObject, useEffect, useRef } from "react";
import { MenuParts } from "./menu";

type ItemProps = Radix.DropdownMenuItemProps;

const { Item, Label, RadioGroup, RadioItem, Separator } = Radix;
const menuPrimitives = {
  Item: Item as ComponentType<ItemProps>,
  Label,
  RadioGroup,
  RadioItem,
  Separator,
};
export type MenuPrimitives = typeof menuPrimitives;

const preventDefault = (event: React.SyntheticEvent) => event.preventDefault();

/** Keeps the focus in the search field while the pointer moves over the item. */
const SearchedItem = ({ className = "", ...props }: ItemProps) => (
  <Item
    {...props}
    className={`${className} hover:bg-sunken`}
    onPointerMove={preventDefault}
    onPointerLeave={preventDefault}
  />
);
const searchedPrimitives: MenuPrimitives = { ...menuPrimitives, Item: SearchedItem };

const findChosen = (menu: Element | null) =>
  menu?.querySelector<HTMLElement>("[type='search'], [aria-checked='true']");
const findItem = (menu: Element | null) =>
  menu?.querySelector<HTMLElement>("[role^='menuitem']:not([data-disabled])");

/** From the first item, the up arrow returns to the search field. */
function returnToSearch(event: React.KeyboardEvent<HTMLElement>): void {
  const menu = event.currentTarget;
  if (event.key !== "ArrowUp" || document.activeElement !== findItem(menu)) return;
  event.preventDefault();
  event.stopPropagation();
  findChosen(menu.parentElement)?.focus();
}

export type MenuContentProps = {
  trigger: React.ReactElement;
  align: "start" | "end";
  side: "top" | "bottom";
  onClose?: (() => void) | undefined;
  search?: MenuSearchProps | undefined;
  isByKeyboard: boolean;
  children?: React.ReactNode;
};

/** Renders the trigger and an open menu. `Menu` shows this after the first click or down arrow. */
export function MenuContent({
  trigger,
  align,
  side,
  onClose,
  search,
  isByKeyboard,
  children,
}: MenuContentProps) {
  const content = useRef<HTMLDivElement>(null);
  const focusChosen = useInitialFocus(content, isByKeyboard, search !== undefined);
  return (
    <MenuParts value={search ? searchedPrimitives : menuPrimitives}>
      <Radix.Root
        modal={false}
        defaultOpen
        onOpenChange={(isOpen) => (isOpen ? focusChosen() : onClose?.())}
      >
        <Radix.Trigger asChild aria-haspopup={search ? "dialog" : "menu"}>
          {trigger}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            ref={content}
            // A menu must not contain a field, so a dialog contains the field and the menu.
            {...(search && { role: "dialog", "aria-orientation": undefined })}
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
            {search && <MenuSearch {...search} content={content} />}
            {search ? (
              <div role="menu" tabIndex={-1} onKeyDown={returnToSearch}>
                {children}
              </div>
            ) : (
              children
            )}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </MenuParts>
  );
}

/**
 * Focuses the search field or, after opening by keyboard, the chosen or first item. Radix focuses
 * only the menu itself, because the menu mounts after the key press. Returns a function that
 * focuses the search field or the chosen item when the menu opens again.
 */
function useInitialFocus(
  content: RefObject<HTMLElement | null>,
  isByKeyboard: boolean,
  hasSearch: boolean,
): () => void {
  useEffect(() => {
    if (!isByKeyboard && !hasSearch) return undefined;
    const frame = requestAnimationFrame(() =>
      (findChosen(content.current) ?? findItem(content.current))?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [content, isByKeyboard, hasSearch]);
  return () => void requestAnimationFrame(() => findChosen(content.current)?.focus());
}

export type MenuSearchProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hasMatches: boolean;
};

/** A search field in a menu, for filtering the menu's items. Enter opens the first match. */
function MenuSearch({
  label,
  value,
  onChange,
  hasMatches,
  content,
}: MenuSearchProps & { content: RefObject<HTMLElement | null> }) {
  const handleKey = (event: React.KeyboardEvent) => {
    // Prevents the menu's own search, which focuses items by their first letter.
    if (event.key !== "Escape") event.stopPropagation();
    if (event.nativeEvent.isComposing || (event.key !== "ArrowDown" && event.key !== "Enter"))
      return;
    event.preventDefault();
    if (event.key === "Enter" && !hasMatches) return;
    const first = findItem(content.current);
    if (event.key === "Enter") first?.click();
    else first?.focus();
  };
  return (
    <input
      type="search"
      autoComplete="off"
      dir="auto"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={handleKey}
      className={
        "mb-1 w-full rounded-md border border-control bg-surface px-2 py-1.5 text-base " +
        "pointer-fine:text-sm pointer-coarse:min-h-11"
      }
    />
  );
}
