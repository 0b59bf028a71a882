import { Check, Ellipsis, type LucideIcon } from "lucide-react";
import Link from "next/link";
import {
  type AriaAttributes,
  type ComponentProps,
  cloneElement,
  type ComponentType,
  createContext,
  createElement,
  type DOMAttributes,
  type ReactElement,
  use,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { Button } from "./button";
import type { MenuContentProps, MenuPrimitives, MenuSearchProps } from "./menu-content";
import { LoadFailureNotice, usePrefetch } from "./lazy-component";
import { useHydrated } from "./use-hydrated";

const load = async (): Promise<ComponentType<MenuContentProps>> =>
  (await import("./menu-content")).MenuContent;
const prefetch = () => void load().catch(() => {});

export const MenuParts = createContext<MenuPrimitives | null>(null);

type Trigger = DOMAttributes<HTMLElement> & {
  disabled?: boolean;
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
};
type MenuProps = {
  trigger: ReactElement<Trigger>;
  align?: "start" | "end";
  side?: "top" | "bottom";
  onClose?: () => void;
  /** A search field above the items. The caller filters them. */
  search?: MenuSearchProps | undefined;
  children: React.ReactNode;
};

export function Menu(props: MenuProps) {
  const { trigger, align = "end", side = "bottom", onClose, search, children } = props;
  const [opened, setOpened] = useState<ComponentType<MenuContentProps> | null>(null);
  const [isByKeyboard, setIsByKeyboard] = useState(false);
  /** The element that contains the notice if the menu's code couldn't be loaded, else null. */
  const [failedIn, setFailedIn] = useState<Element | null>(null);
  const hydrated = useHydrated();
  usePrefetch(prefetch);
  if (opened !== null)
    return createElement(opened, { trigger, align, side, onClose, search, isByKeyboard }, children);

  const { onPointerEnter, onFocus } = trigger.props;
  const open = (button: Element, byKeyboard: boolean) => {
    setIsByKeyboard(byKeyboard);
    void load().then(
      (loaded) => setOpened(() => loaded),
      () => setFailedIn(button.closest("[role$=dialog]") ?? document.body),
    );
  };
  const closedTrigger = cloneElement(trigger, {
    disabled: !hydrated,
    "aria-haspopup": search ? "dialog" : "menu",
    "aria-expanded": false,
    onPointerEnter: (event) => {
      onPointerEnter?.(event);
      prefetch();
    },
    onFocus: (event) => {
      onFocus?.(event);
      prefetch();
    },
    // The `detail` of a click is 0 if Enter or Space caused it.
    onClick: ({ currentTarget, detail }) => open(currentTarget, detail === 0),
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      open(event.currentTarget, true);
    },
  });
  return (
    <>
      {closedTrigger}
      {failedIn &&
        createPortal(
          <LoadFailureNotice onClose={() => setFailedIn(null)}>
            Couldn’t load this menu. Check your connection and try again.
          </LoadFailureNotice>,
          failedIn,
        )}
    </>
  );
}

/** The trigger of a menu of further actions. `Menu` adds its props. */
export const EllipsisButton = (props: ComponentProps<"button"> & { "aria-label": string }) => (
  <button
    type="button"
    {...props}
    className={
      "grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken " +
      "hover:text-ink pointer-coarse:size-11"
    }
  >
    <Ellipsis className="size-4" />
  </button>
);

/** The menu of further actions in the header of a screen. */
export const MoreActionsMenu = ({ children }: { children: React.ReactNode }) => (
  <Menu
    trigger={
      <Button variant="secondary" aria-label="More actions" className="px-2">
        <Ellipsis className="size-4" />
      </Button>
    }
  >
    {children}
  </Menu>
);

const itemClass =
  "flex w-full cursor-pointer items-center gap-2 rounded-md px-2 py-1.5 text-start " +
  "text-sm outline-none select-none data-disabled:cursor-default " +
  "data-disabled:text-muted data-highlighted:bg-sunken pointer-coarse:min-h-11";

type ItemProps = {
  icon?: LucideIcon;
  children: React.ReactNode;
  disabled?: boolean;
  danger?: boolean;
  /** If set, the link opens a page outside the dashboard. */
  isExternal?: true;
  title?: string;
  className?: string;
} & Pick<AriaAttributes, "aria-keyshortcuts"> &
  ({ href: string; onSelect?: undefined } | { href?: undefined; onSelect: () => void });

export function MenuItem({
  icon: Icon,
  children,
  disabled,
  danger = false,
  href,
  isExternal,
  onSelect,
  className: ownClass = "",
  ...attributes
}: ItemProps) {
  const { Item } = use(MenuParts)!;
  const content = (
    <>
      {Icon && <Icon className="size-4 shrink-0 text-muted" />}
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
    </>
  );
  const className = `${itemClass} ${danger ? "text-danger" : ""} ${ownClass}`;
  return href === undefined ? (
    <Item disabled={disabled} onSelect={onSelect} className={className} {...attributes}>
      {content}
    </Item>
  ) : (
    <Item disabled={disabled} asChild {...attributes}>
      {isExternal ? (
        <a href={href} className={className}>
          {content}
        </a>
      ) : (
        <Link href={href} prefetch={false} className={className}>
          {content}
        </Link>
      )}
    </Item>
  );
}

type MenuChoicesProps<Value extends string> = {
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly { value: Value; label: string; icon?: LucideIcon; hint?: string }[];
};

export function MenuChoices<Value extends string>({
  value,
  onChange,
  choices,
}: MenuChoicesProps<Value>) {
  const { RadioGroup, RadioItem } = use(MenuParts)!;
  return (
    <RadioGroup
      value={value}
      onValueChange={(chosen) => chosen !== value && onChange(chosen as Value)}
    >
      {choices.map(({ value: one, label, icon: Icon, hint }) => (
        <RadioItem key={one} value={one} className={itemClass}>
          {Icon && <Icon className="size-4 shrink-0 text-muted" />}
          <span className="min-w-0 flex-1 wrap-anywhere">
            {label}
            {hint && <span className="block text-xs text-muted">{hint}</span>}
          </span>
          {one === value && <Check className="size-4 shrink-0 text-accent" />}
        </RadioItem>
      ))}
    </RadioGroup>
  );
}

export function MenuLabel({ children }: { children: React.ReactNode }) {
  const { Label } = use(MenuParts)!;
  return <Label className="px-2 py-1.5 text-xs wrap-anywhere text-muted">{children}</Label>;
}

export function MenuSeparator() {
  const { Separator } = use(MenuParts)!;
  return <Separator className="-mx-1 my-1 h-px bg-line" />;
}
