"use client";

import { BookOpen, Keyboard, LogOut, Monitor, ServerCog } from "lucide-react";
import { useEndSession } from "@/components/account/use-end-session";
import { useSignedIn } from "@/components/auth/session";
import { signOut } from "@/components/auth/sign-out";
import { useReadAll } from "@/components/data/use-read";
import { describeUserAgent } from "@/lib/auth/rules";
import { administrationTabs } from "@/components/administration/administration-tabs";
import { splitWords } from "@/lib/search/rules";
import { accountActions, type PaletteEntry } from "./entries";

export function useAccountEntries(query: string, onHelp: () => void): PaletteEntry[] {
  const endSession = useEndSession();
  const isAdministrator = useSignedIn()?.isAdministrator ?? false;
  const { data: sessions = [] } = useReadAll(
    "GET /v1/me/sessions",
    splitWords(query).length > 1 ? {} : null,
  );
  return [
    ...accountActions,
    ...(isAdministrator
      ? administrationTabs.map(({ path, label }) => ({
          label: path === "/admin" ? "Administration" : `Administration: ${label}`,
          keywords: "installation server checks users organizations",
          icon: ServerCog,
          path,
        }))
      : []),
    { label: "API documentation", keywords: "docs help curl", icon: BookOpen, path: "/docs" },
    { label: "Keyboard shortcuts", keywords: "keys help", icon: Keyboard, run: onHelp },
    {
      label: "Sign out",
      keywords: "log out logout",
      requiredWords: "out logout",
      icon: LogOut,
      run: () => void signOut(),
    },
    ...sessions
      .filter(({ current }) => !current)
      .map((session) => ({
        label: `End session: ${describeUserAgent(session.client)}`,
        detail: session.ip_address ?? `last used ${session.last_used_at.slice(0, 10)}`,
        keywords: "sign out device",
        requiredWords: "end",
        icon: Monitor,
        id: session.id,
        run: () => void endSession(session),
      })),
  ];
}
