"use client";

import { BookOpen, Keyboard, LogOut, Monitor } from "lucide-react";
import { useEndSession } from "@/components/account/use-end-session";
import { signOut } from "@/components/auth/sign-out";
import { useReadAll } from "@/components/data/use-read";
import { describeUserAgent } from "@/lib/auth/rules";
import { splitWords } from "@/lib/search/rules";
import { accountActions, type PaletteEntry } from "./entries";

/** The signed-in user's account and sessions, help, and signing out. */
export function useAccountEntries(query: string, onHelp: () => void): PaletteEntry[] {
  const endSession = useEndSession();
  const { data: sessions = [] } = useReadAll(
    "GET /v1/me/sessions",
    splitWords(query).length > 1 ? {} : null,
  );
  return [
    ...accountActions,
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
