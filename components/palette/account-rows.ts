import { BookOpen, Keyboard, LogOut, Monitor, Plus, ServerCog, UserRound } from "lucide-react";
import { useEndSession } from "@/components/account/use-end-session";
import { administrationTabs } from "@/components/administration/administration-tabs";
import { useSignedIn } from "@/components/auth/session";
import { signOut } from "@/components/auth/sign-out";
import { useReadAll } from "@/components/data/use-read";
import { describeUserAgent } from "@/lib/auth/rules";
import { splitWords } from "@/lib/search/rules";
import { type Row, rowsIf } from "./rows";

const icon = UserRound;
const links: Row[] = [
  ["My account", "change name email address password profile", "/account", { icon }],
  ["My sessions", "devices", "/account/sessions", { icon }],
  ["Account activity", "security sign-in log", "/account/activity", { icon }],
  [
    "My sessions: Sign out of other sessions",
    "end all everywhere devices",
    "/account/sessions?do=end-others",
  ],
  ["Delete my account", "remove", "/account?do=delete"],
  ["Create organization", "new add", "/new-organization", { icon: Plus }],
  ["API documentation", "docs help curl", "/docs", { icon: BookOpen }],
];

const administration = administrationTabs.map(({ path, label }): Row => {
  const name = path === "/admin" ? "Administration" : `Administration: ${label}`;
  return [name, "installation server checks users organizations", path, { icon: ServerCog }];
});

export function useAccountRows(query: string, onHelp: () => void): Row[] {
  const endSession = useEndSession();
  const isAdministrator = useSignedIn()?.isAdministrator ?? false;
  const hasCommands = splitWords(query).length > 1;
  const { data: sessions = [] } = useReadAll("GET /v1/me/sessions", hasCommands ? {} : null);
  const others = sessions.filter(({ current }) => !current);
  return [
    ...links,
    ...rowsIf(isAdministrator, ...administration),
    ["Keyboard shortcuts", "keys help", onHelp, { icon: Keyboard }],
    ["Sign out", "log out logout", signOut, { requiredWords: "out logout", icon: LogOut }],
    ...others.map((session): Row => {
      const { id, client, ip_address, last_used_at } = session;
      const detail = ip_address ?? `last used ${last_used_at.slice(0, 10)}`;
      const options = { detail, requiredWords: "end", icon: Monitor, id };
      const label = `End session: ${describeUserAgent(client)}`;
      return [label, "sign out device", () => endSession(session), options];
    }),
  ];
}
