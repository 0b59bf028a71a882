import { MessageSquareText } from "lucide-react";
import { useAction } from "@/components/data/use-action";
import { useReadAll } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { OrganizationCall } from "@/lib/http/api-client";
import { escapeMarkup } from "@/lib/markdown/values";
import type { Language } from "@/lib/organizations/values";
import { createVariables, fillMarkdown, type TemplateVariables } from "@/lib/templates/rules";
import type { Subject } from "@/lib/updates/values";
import type { UpdateStatus } from "./update-calls";

type Props = {
  subject: Subject;
  status: UpdateStatus;
  onInsert: (getText: (language: Language) => string | undefined) => void;
};

/** A menu that inserts a template for updates. Hidden if there is none for the status. */
export function UpdateTemplateMenu({ subject, status, onInsert }: Props) {
  const { languages, time_zone: timeZone, call } = useOrganization();
  const attempt = useAction();
  const { data: templates } = useReadAll("GET /v1/organizations/{orgID}/templates", {
    query: { kind: "update" },
  });
  const offered = templates?.filter((template) => template.status === status) ?? [];
  if (offered.length === 0) return null;
  const insert = ({ body, format, translations }: (typeof offered)[number]) =>
    attempt("Couldn’t insert the template", async () => {
      const getVariables = await loadVariables(call, subject, timeZone);
      const toMarkdown = (text: string) => (format === "plain" ? escapeMarkup(text) : text);
      onInsert((language) => {
        const text = language === languages[0] ? body : translations[language]?.body;
        return text && fillMarkdown(toMarkdown(text), getVariables(language));
      });
    });
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="quiet" className="justify-self-start">
          <MessageSquareText className="size-4" /> Use template
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
  call: OrganizationCall,
  subject: Subject,
  timeZone: string,
): Promise<(language: Language) => TemplateVariables> {
  const [record, { data: components }] = await Promise.all([
    subject.kind === "incident"
      ? loadIncident(call, subject.id)
      : loadMaintenance(call, subject.id),
    call("GET /v1/organizations/{orgID}/components"),
  ]);
  return createVariables({
    ...record,
    components: components.filter(({ id }) => record.component_ids.includes(id)),
    startedAt: new Date(record.startedAt),
    endedAt: new Date(record.endedAt ?? Date.now()),
    timeZone,
  });
}

async function loadIncident(call: OrganizationCall, incidentID: string) {
  const { data } = await call("GET /v1/organizations/{orgID}/incidents/{incidentID}", {
    params: { incidentID },
  });
  return { ...data, startedAt: data.started_at, endedAt: data.resolved_at };
}

async function loadMaintenance(call: OrganizationCall, maintenanceID: string) {
  const { data } = await call("GET /v1/organizations/{orgID}/maintenances/{maintenanceID}", {
    params: { maintenanceID },
  });
  return { ...data, startedAt: data.started_at ?? data.scheduled_for, endedAt: data.ended_at };
}
