"use client";

import { BookOpen, Keyboard, LogOut, Monitor } from "lucide-react";
import { useEndSession } from "@/components/account/use-end-session";
import { signOut } from "@/components/auth/sign-out";
import { useReadAll } from "@/components/data/use-read";
import { describeUserAgent } from "@/lib/auth/rules";
import { accountActions, type PaletteEntry } from "./entries";
import { wordsOf } from "./find";

/**
 * What is about who is signed in, wherever they are: the account, its sessions, help, the way out.
 */
export function useAccountEntries(typed: string, onHelp: () => void): PaletteEntry[] {
  const endSession = useEndSession();
  // What is done at once asks for more than one word.
  const { data: sessions = [] } = useReadAll(
    "GET /v1/me/sessions",
    wordsOf(typed).length > 1 ? {} : null,
  );
  return [
    ...accountActions,
    { label: "API documentation", words: "docs help curl", icon: BookOpen, path: "/docs" },
    { label: "Keyboard shortcuts", words: "keys help", icon: Keyboard, run: onHelp },
    {
      label: "Sign out",
      words: "log out logout",
      atOnce: "out logout",
      icon: LogOut,
      run: () => void signOut(),
    },
    ...sessions
      .filter(({ current }) => !current)
      .map((session) => ({
        label: `End session: ${describeUserAgent(session.client)}`,
        detail: session.ip_address ?? `last used ${session.last_used_at.slice(0, 10)}`,
        words: "sign out device",
        atOnce: "end",
        icon: Monitor,
        of: session.id,
        run: () => void endSession(session),
      })),
  ];
}
