"use client";

import { MessageSquareText } from "lucide-react";
import { useAction } from "@/components/data/use-action";
import { useReadAll } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { formatDuration } from "@/components/ui/relative-time";
import type { UpdateStatus } from "@/components/updates/update-calls";
import { call } from "@/lib/http/api-client";
import { type Language, languageTags } from "@/lib/organizations/values";
import { fillVariables, type TemplateVariables } from "@/lib/templates/rules";
import type { Subject } from "@/lib/updates/values";

type Props = {
  subject: Subject;
  status: UpdateStatus;
  onInsert: (getText: (language: Language) => string | undefined) => void;
};

/** Inserts a template of kind `update`. Hidden if the organization has none for the status. */
export function SavedMessages({ subject, status, onInsert }: Props) {
  const { id: orgID, languages, time_zone: timeZone } = useOrganization();
  const attempt = useAction();
  const { data: templates } = useReadAll("GET /v1/organizations/{orgID}/templates", {
    params: { orgID },
    query: { kind: "update" },
  });
  const offered = templates?.filter((template) => template.status === status) ?? [];
  if (offered.length === 0) return null;
  const insert = ({ body, translations }: (typeof offered)[number]) =>
    attempt("Couldn’t insert the message", async () => {
      const getVariables = await loadVariables(orgID, subject, timeZone);
      onInsert((language) => {
        const text = language === languages[0] ? body : translations[language]?.body;
        return text && fillVariables(text, getVariables(language));
      });
    });
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="quiet" className="justify-self-start">
          <MessageSquareText className="size-4" /> Saved messages
        </Button>
      }
    >
      {offered.map((template) => (
        <MenuItem key={template.id} onSelect={() => void insert(template)}>
          <bdi>{template.name}</bdi>
        </MenuItem>
      ))}
    </Menu>
  );
}

async function loadVariables(
  orgID: string,
  subject: Subject,
  timeZone: string,
): Promise<(language: Language) => TemplateVariables> {
  const { title, names, startedAt } =
    subject.kind === "incident"
      ? await loadIncident(orgID, subject.id)
      : await loadMaintenance(orgID, subject.id);
  return (language) => {
    const tag = languageTags[language];
    const format = new Intl.DateTimeFormat(tag, {
      ...{ dateStyle: "medium", timeStyle: "short", timeZone },
    });
    return {
      title,
      component: new Intl.ListFormat(tag).format(names),
      started: format.format(new Date(startedAt)),
      duration: formatDuration(Math.max(0, Date.now() - Date.parse(startedAt))),
    };
  };
}

async function loadIncident(orgID: string, incidentID: string) {
  const { data } = await call("GET /v1/organizations/{orgID}/incidents/{incidentID}", {
    params: { orgID, incidentID },
  });
  const { title, components, started_at: startedAt } = data;
  return { title, names: components.map(({ name }) => name), startedAt };
}

async function loadMaintenance(orgID: string, maintenanceID: string) {
  const [{ data }, { data: components }] = await Promise.all([
    call("GET /v1/organizations/{orgID}/maintenances/{maintenanceID}", {
      params: { orgID, maintenanceID },
    }),
    call("GET /v1/organizations/{orgID}/components", { params: { orgID } }),
  ]);
  const { title, component_ids: ids, scheduled_for, started_at } = data;
  const names = components.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return { title, names, startedAt: started_at ?? scheduled_for };
}
