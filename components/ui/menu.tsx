"use client";

import * as Radix from "@radix-ui/react-dropdown-menu";
import type { LucideIcon } from "lucide-react";
import Link from "next/link";

type MenuProps = { trigger: React.ReactElement; align?: "start" | "end"; side?: "top" | "bottom"; children: React.ReactNode };

/** Actions that are needed seldom, behind one button. */
export function Menu({ trigger, align = "end", side = "bottom", children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align={align} side={side} sideOffset={4} collisionPadding={8} className="z-30 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-48 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-lg">
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const itemClass =
  "flex w-full cursor-pointer items-center gap-2 rounded-md px-2 py-1.5 text-start text-sm outline-none select-none data-disabled:cursor-default data-disabled:text-muted data-highlighted:bg-sunken pointer-coarse:min-h-11";

type ItemProps = { icon?: LucideIcon; children: React.ReactNode; disabled?: boolean; danger?: boolean } & ({ href: string; onSelect?: undefined } | { href?: undefined; onSelect: () => void });

export function MenuItem({ icon: Icon, children, disabled, danger = false, href, onSelect }: ItemProps) {
  const inside = (
    <>
      {Icon && <Icon className="size-4 shrink-0 text-muted" />}
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
    </>
  );
  const className = `${itemClass} ${danger ? "text-danger" : ""}`;
  return href === undefined ? (
    <Radix.Item disabled={disabled} onSelect={onSelect} className={className}>
      {inside}
    </Radix.Item>
  ) : (
    <Radix.Item disabled={disabled} asChild>
      <Link href={href} prefetch={false} className={className}>
        {inside}
      </Link>
    </Radix.Item>
  );
}

export const MenuLabel = ({ children }: { children: React.ReactNode }) => <Radix.Label className="px-2 py-1.5 text-xs wrap-anywhere text-muted">{children}</Radix.Label>;
export const MenuSeparator = () => <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
