"use client";

import * as Radix from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import { CornerDownLeft, LogOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { signOut } from "@/components/auth/sign-out";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { overlayClass } from "@/components/ui/dialog";
import { useFocusReturn } from "@/components/ui/use-focus-return";
import { accountActions, actions, mainPlaces, settingsPlaces } from "./places";
import { useRecordActions } from "./use-record-actions";

const itemClass = "flex cursor-pointer items-center gap-2 rounded-md px-3 py-2 data-[selected=true]:bg-sunken pointer-coarse:min-h-11";
const groupClass = "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

/** Incidents and components are found by typing: hundreds of them at once would be slow to show and no help to look through. */
const FOUND_SHOWN = 8;

type PaletteProps = { open: boolean; onClose: () => void };

/** Every screen and every action, by its name. */
export function CommandPalette({ open, onClose }: PaletteProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Palette onClose={onClose} />
      </Radix.Portal>
    </Radix.Root>
  );
}

function Palette({ onClose }: Pick<PaletteProps, "onClose">) {
  const { id: orgID, at, is } = useOrganization();
  const router = useRouter();
  const giveBack = useFocusReturn();
  const [typed, setTyped] = useState("");
  const inOrganization = { params: { orgID } };
  const { data: incidents } = useRead("GET /v1/organizations/{orgID}/incidents", inOrganization);
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components", inOrganization);
  const { data: maintenances } = useRead("GET /v1/organizations/{orgID}/maintenances", inOrganization);
  const { data: organizations } = useRead("GET /v1/organizations", {});

  const foundIncidents = found(incidents, ({ title }) => title, typed);
  const foundMaintenances = found(maintenances, ({ title }) => title, typed);
  const foundComponents = found(components, ({ name }) => name, typed);

  const here = useRecordActions();
  const go = (path: string) => {
    onClose();
    router.push(path);
  };
  const leave = () => {
    onClose();
    void signOut();
  };
  return (
    <Radix.Content
      aria-describedby={undefined}
      onCloseAutoFocus={giveBack}
      className="fixed inset-x-2 top-2 z-40 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-xl flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-lg outline-none sm:top-[12vh] sm:max-h-[76vh]"
    >
      <Radix.Title className="sr-only">Go to, or do</Radix.Title>
      <Command label="Go to, or do" loop filter={rank} className="flex min-h-0 flex-col">
        <Command.Input value={typed} onValueChange={setTyped} placeholder="Go to, or do…" className="w-full shrink-0 border-b border-line bg-surface px-4 py-3 text-base outline-none placeholder:text-muted" />
        <Command.List className="max-h-104 min-h-0 overflow-y-auto overscroll-contain p-2">
          <Command.Empty className="px-3 py-6 text-center text-muted">Nothing is called that.</Command.Empty>
          {here.length > 0 && (
            <Command.Group heading="Here" className={groupClass}>
              {here.map(({ label, path, words }) => (
                <Command.Item key={path} value={label} keywords={words.split(" ")} onSelect={() => go(path)} className={itemClass}>
                  <CornerDownLeft className="size-4 text-muted rtl:-scale-x-100" /> {label}
                </Command.Item>
              ))}
            </Command.Group>
          )}
          <Command.Group heading="Do" className={groupClass}>
            {actions
              .filter(({ role }) => is(role))
              .map(({ label, path, words }) => (
                <Command.Item key={path} value={label} keywords={words?.split(" ") ?? []} onSelect={() => go(at(path))} className={itemClass}>
                  <CornerDownLeft className="size-4 text-muted rtl:-scale-x-100" /> {label}
                </Command.Item>
              ))}
          </Command.Group>
          <Command.Group heading="Go to" className={groupClass}>
            {[...mainPlaces, ...settingsPlaces]
              .filter(({ role }) => is(role))
              .map(({ path, label, icon: Icon }) => (
                <Command.Item key={path} value={`go to ${label}`} onSelect={() => go(at(path))} className={itemClass}>
                  <Icon className="size-4 text-muted" /> {label}
                </Command.Item>
              ))}
            {accountActions.map(({ path, label, icon: Icon, words }) => (
              <Command.Item key={path} value={label} keywords={words?.split(" ") ?? []} onSelect={() => go(path)} className={itemClass}>
                <Icon className="size-4 text-muted" /> {label}
              </Command.Item>
            ))}
            <Command.Item value="Sign out" onSelect={leave} className={itemClass}>
              <LogOut className="size-4 text-muted" /> Sign out
            </Command.Item>
          </Command.Group>
          {foundIncidents.length > 0 && (
            <Command.Group heading="Incidents" className={groupClass}>
              {foundIncidents.map(({ id, title, status }) => (
                <Command.Item key={id} value={`incident ${title} ${id}`} onSelect={() => go(at(`/incidents/${id}`))} className={itemClass}>
                  <bdi className="min-w-0 flex-1 truncate">{title}</bdi> <span className="text-xs text-muted">{status}</span>
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {foundMaintenances.length > 0 && (
            <Command.Group heading="Maintenance" className={groupClass}>
              {foundMaintenances.map(({ id, title, status }) => (
                <Command.Item key={id} value={`maintenance ${title} ${id}`} onSelect={() => go(at(`/maintenances/${id}`))} className={itemClass}>
                  <bdi className="min-w-0 flex-1 truncate">{title}</bdi> <span className="text-xs text-muted">{status.replaceAll("_", " ")}</span>
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {foundComponents.length > 0 && (
            <Command.Group heading="Components" className={groupClass}>
              {foundComponents.map(({ id, name }) => (
                <Command.Item key={id} value={`component ${name} ${id}`} onSelect={() => go(at(`/components/${id}`))} className={itemClass}>
                  <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {organizations !== undefined && organizations.length > 1 && (
            <Command.Group heading="Organizations" className={groupClass}>
              {organizations
                .filter(({ id }) => id !== orgID)
                .map(({ id, name }) => (
                  <Command.Item key={id} value={`organization ${name} ${id}`} onSelect={() => go(`/dashboard/${id}`)} className={itemClass}>
                    <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
                  </Command.Item>
                ))}
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </Radix.Content>
  );
}

/** How well an entry fits: it has every word that was typed, and best in its name, from the start of a word. */
function rank(name: string, typed: string, keywords: string[] = []): number {
  const words = wordsOf(typed);
  const [own, all] = [` ${name.toLowerCase()}`, [name, ...keywords].join(" ").toLowerCase()];
  if (!words.every((word) => all.includes(word))) return 0;
  return words.every((word) => own.includes(` ${word}`)) ? 1 : 0.5;
}

const wordsOf = (typed: string): string[] => typed.toLowerCase().split(/\s+/).filter((word) => word !== "");

/** The first of these whose name has every word that was typed; none before something is. */
function found<Item>(items: readonly Item[] | undefined, nameOf: (item: Item) => string, typed: string): Item[] {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  return (items ?? []).filter((item) => words.every((word) => nameOf(item).toLowerCase().includes(word))).slice(0, FOUND_SHOWN);
}
