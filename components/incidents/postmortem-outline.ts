import { escapeMarkup } from "@/lib/markdown/values";
import { formatDuration } from "@/components/ui/relative-time";
import { updateStatusStyles } from "@/components/updates/update-status";
import type { UpdateResponse } from "@/components/updates/update-calls";
import type { IncidentResponse } from "@/lib/http/api-client";

type Outlined = Pick<IncidentResponse, "title" | "started_at" | "resolved_at"> & {
  components: readonly { name: string }[];
};

/** Returns Markdown with headings, known facts, and a timeline. `updates` are newest first. */
export function createPostmortemOutline(
  { title, components, started_at: startedAt, resolved_at: resolvedAt }: Outlined,
  updates: readonly Pick<
    UpdateResponse,
    "status" | "body" | "format" | "created_at" | "display_at"
  >[],
  timeZone: string,
): string {
  const time = new Intl.DateTimeFormat("en-US", {
    timeZone,
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
  const formatTime = (at: string) => time.format(new Date(at));
  const names = new Intl.ListFormat("en").format(components.map(({ name }) => name));
  const facts = [
    `Incident: ${escapeMarkup(title)}.`,
    names && `Affected: ${escapeMarkup(names)}.`,
    resolvedAt &&
      `Duration: ${formatDuration(new Date(resolvedAt).getTime() - new Date(startedAt).getTime())}.`,
  ];
  const timeline = updates.toReversed().map((update) => {
    const { status, body, format, created_at, display_at: at = created_at } = update;
    const line = body.trim().replace(/\s+/g, " ");
    const message = format === "plain" ? escapeMarkup(line) : line;
    return `- ${formatTime(at)}: **${updateStatusStyles[status].label}.** ${message}`;
  });
  return [
    "## Summary",
    facts.filter(Boolean).join(" "),
    `## Timeline (${timeZone})`,
    [`- ${formatTime(startedAt)}: **Started.**`, ...timeline].join("\n"),
    "## Cause",
    "## Resolution",
    "## Prevention",
  ].join("\n\n");
}
