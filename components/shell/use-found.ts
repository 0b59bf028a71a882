"use client";

import { Boxes, Building2, CalendarClock, Megaphone, Users, UsersRound } from "lucide-react";
import { useEffect, useState } from "react";
import { useSignedIn } from "@/components/auth/session";
import { useAttempt } from "@/components/data/use-attempt";
import { useRead, useReadAll, useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { named } from "@/components/ui/names";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import { may } from "@/lib/organizations/rules";
import { roles } from "@/lib/roles";
import { type EntryGroup, wordsOf } from "./find";
import type { Entry } from "./places";
import { useStatusEntries } from "./use-status-entries";

/** A palette is open for moments: what it finds need not follow each change. */
const SELDOM = { everyMs: 30_000 };
const ASKED_AFTER_MS = 200;
/** A single letter is in nearly everything. */
const ASKED_FROM = 2;

/**
 * What has a name of its own, and what can be done to it: records of which there may be more than are read come from the
 * server's search. Nothing before something is typed.
 */
export function useFound(typed: string): EntryGroup[] {
  const { id: orgID, role: held, at, is } = useOrganization();
  const me = useSignedIn();
  const attempt = useAttempt();
  const refresh = useRefresh(orgID);
  const statusEntries = useStatusEntries();
  const here = { params: { orgID } };
  const words = wordsOf(typed);
  const asked = words.length === 0 ? null : here;
  const asEditor = is("editor") ? asked : null;
  const asAdmin = is("admin") ? asked : null;

  const { data: incidents = [] } = useRead("GET /v1/organizations/{orgID}/incidents", here);
  const { data: maintenances = [] } = useRead("GET /v1/organizations/{orgID}/maintenances", here);
  const { data: components = [] } = useRead("GET /v1/organizations/{orgID}/components", here);
  const { data: groups = [] } = useRead("GET /v1/organizations/{orgID}/component-groups", asEditor, SELDOM);
  const { data: templates = [] } = useReadAll("GET /v1/organizations/{orgID}/templates", asEditor, SELDOM);
  const { data: members = [] } = useReadAll("GET /v1/organizations/{orgID}/members", asAdmin, SELDOM);
  const { data: tokens = [] } = useReadAll("GET /v1/organizations/{orgID}/tokens", asAdmin, SELDOM);
  const { data: invitations = [] } = useReadAll("GET /v1/organizations/{orgID}/invitations", asAdmin, SELDOM);
  const { data: organizations = [] } = useRead("GET /v1/organizations", {});

  // One word goes to the server, which seeks a part as it stands; all of them decide here.
  const q = useSettled(words.toSorted((a, b) => b.length - a.length)[0] ?? "");
  const searched = q.length < ASKED_FROM || words.length === 0 ? null : { ...here, query: { q } };
  const { data: moreIncidents = [] } = useRead("GET /v1/organizations/{orgID}/incidents", searched, { ...SELDOM, keepPrevious: true });
  const { data: moreMaintenances = [] } = useRead("GET /v1/organizations/{orgID}/maintenances", searched, { ...SELDOM, keepPrevious: true });
  const { data: subscribers = [] } = useRead("GET /v1/organizations/{orgID}/subscribers", searched, { ...SELDOM, keepPrevious: true });

  if (words.length === 0) return [];
  const isNamed = ({ name }: { name: string }) => words.some((word) => name.toLowerCase().includes(word));
  const change = (what: string, work: () => Promise<unknown>, done: React.ReactNode) => () =>
    void attempt(what, async () => {
      await work();
      await refresh();
      say(done);
    });
  return [
    {
      heading: "Incidents",
      entries: unique(incidents, moreIncidents).map(({ id, title, status }) => ({ label: title, detail: status, icon: Megaphone, path: at(`/incidents/${id}`) })),
    },
    {
      heading: "Maintenance",
      entries: unique(maintenances, moreMaintenances).flatMap(({ id, title, status }): Entry[] => [
        { label: title, detail: status.replaceAll("_", " "), icon: CalendarClock, path: at(`/maintenances/${id}`) },
        ...(is("editor") && status === "scheduled" && isNamed({ name: title })
          ? [
              { label: `Start “${title}” early`, words: "begin now", path: at(`/maintenances/${id}?do=start`) },
              { label: `Reschedule “${title}”`, words: "edit move time", path: at(`/maintenances/${id}?do=reschedule`) },
              { label: `Cancel “${title}”`, path: at(`/maintenances/${id}?do=cancel`) },
            ]
          : []),
      ]),
    },
    {
      heading: "Components",
      entries: [
        ...components.map(({ id, name }) => ({ label: name, icon: Boxes, path: at(`/components/${id}`) })),
        ...(is("editor")
          ? components.filter(isNamed).flatMap((component): Entry[] => [
              ...(words.length > 1 ? statusEntries(component, component.name) : []),
              { label: `Edit ${component.name}`, words: "rename description group component", path: at(`/components/${component.id}?do=edit`) },
              { label: `Remove ${component.name}`, words: "archive delete component", path: at(`/components/${component.id}?do=remove`) },
            ])
          : []),
      ],
    },
    {
      heading: "Groups",
      entries: groups.filter(isNamed).flatMap(({ id, name }) => [
        { label: `Rename or fold the group ${name}`, words: "edit", path: at(`/components?do=edit-group&of=${id}`) },
        { label: `Delete the group ${name}`, words: "remove", path: at(`/components?do=delete-group&of=${id}`) },
      ]),
    },
    {
      heading: "Templates",
      entries: templates.filter(isNamed).flatMap(({ id, name, kind }): Entry[] => [
        kind === "incident"
          ? { label: `Report with the template ${name}`, words: "incident", path: at(`/incidents/new?template=${id}`) }
          : { label: `Schedule with the template ${name}`, words: "maintenance", path: at(`/maintenances/new?template=${id}`) },
        { label: `Edit the template ${name}`, words: "change", path: at(`/settings/templates?do=edit&of=${id}`) },
        { label: `Delete the template ${name}`, words: "remove", path: at(`/settings/templates?do=delete&of=${id}`) },
      ]),
    },
    { heading: "Subscribers", entries: subscribers.map(({ id, address, state }) => ({ label: address, detail: state, icon: Users, path: at(`/subscribers/${id}`) })) },
    {
      heading: "Team",
      entries: members
        .filter(isNamed)
        .flatMap(({ id, name, role }): Entry[] => [
          { label: name, detail: role, icon: UsersRound, of: id, path: at("/settings/team") },
          // What is done at once asks for more than a name.
          ...(words.length > 1 && id !== me?.id ? roles : [])
            .filter((to) => to !== role && may(held, "changeMember", role, to))
            .map((to) => ({
              label: `Make ${name} ${to}`,
              words: "role member",
              icon: UsersRound,
              of: id,
              run: change(`${name} is still ${role}`, () => call("PATCH /v1/organizations/{orgID}/members/{userID}", { params: { orgID, userID: id }, body: { role: to } }), named`${name} is ${to} now.`),
            })),
          ...(id !== me?.id && may(held, "removeMember", role) ? [{ label: `Remove ${name} from the team`, words: "member", path: at(`/settings/team?do=remove&of=${id}`) }] : []),
        ]),
    },
    {
      heading: "Invitations",
      entries: invitations
        .filter(({ role }) => may(held, "revokeInvitation", role))
        .map(({ id, email, role, expires_at }) => ({ label: email === null ? `Revoke the link for ${role}s` : `Revoke the invitation of ${email}`, detail: `until ${expires_at.slice(0, 10)}`, words: "invite", path: at(`/settings/team?do=revoke&of=${id}`) })),
    },
    { heading: "API tokens", entries: tokens.map(({ id, name, hint }) => ({ label: `Revoke the token ${name}`, detail: `${hint}…`, words: "key delete", path: at(`/settings/tokens?do=revoke&of=${id}`) })) },
    { heading: "Organizations", entries: organizations.filter(({ id }) => id !== orgID).map(({ id, name }) => ({ label: name, words: "organization switch", icon: Building2, path: `/dashboard/${id}` })) },
  ];
}

const unique = <Item extends { id: string }>(...lists: readonly (readonly Item[])[]): Item[] => [...new Map(lists.flat().map((item) => [item.id, item])).values()];

/** The text, once it stays the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ASKED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
