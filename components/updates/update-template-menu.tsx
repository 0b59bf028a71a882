import { MessageSquareText } from "lucide-react";
import { useRead, useReadAll } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { escapeMarkup } from "@/lib/markdown/values";
import type { Language } from "@/lib/organizations/values";
import { createVariables, fillMarkdown } from "@/lib/templates/rules";
import type { UpdateStatus } from "./update-calls";
import type { UpdatedEvent } from "./updated-event";

type Props = {
  event: UpdatedEvent;
  status: UpdateStatus;
  onInsert: (getText: (language: Language) => string | undefined) => void;
};

/** A menu that inserts a template for updates. Hidden if there is none for the status. */
export function UpdateTemplateMenu({ event, status, onInsert }: Props) {
  const { languages, time_zone: timeZone } = useOrganization();
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components");
  const { data: templates } = useReadAll("GET /v1/organizations/{orgID}/templates", {
    query: { kind: "update" },
  });
  const offered = templates?.filter((template) => template.status === status) ?? [];
  if (offered.length === 0 || components === undefined) return null;
  const insert = ({ body, format, translations }: (typeof offered)[number]) => {
    const getVariables = createVariables({
      ...event,
      ...getTimes(event),
      components: components.filter(({ id }) => event.component_ids.includes(id)),
      timeZone,
    });
    const toMarkdown = (text: string) => (format === "plain" ? escapeMarkup(text) : text);
    onInsert((language) => {
      const text = language === languages[0] ? body : translations[language]?.body;
      return text && fillMarkdown(toMarkdown(text), getVariables(language));
    });
  };
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
        <MenuItem key={template.id} onSelect={() => insert(template)}>
          <bdi>{template.name}</bdi>
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Returns the start and the end, or the current time if the event has not ended. */
function getTimes(event: UpdatedEvent) {
  const [start, end] =
    "impact" in event
      ? [event.started_at, event.resolved_at]
      : [event.started_at ?? event.scheduled_for, event.ended_at];
  return { startedAt: new Date(start), endedAt: new Date(end ?? Date.now()) };
}
