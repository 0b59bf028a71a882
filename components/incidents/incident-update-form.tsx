import EventUpdateForm from "@/components/updates/event-update-form";
import type { IncidentResponse } from "@/lib/http/api-client";

type IncidentUpdateFormProps = Omit<React.ComponentProps<typeof EventUpdateForm>, "event"> & {
  incident: IncidentResponse;
};

export default function IncidentUpdateForm({ incident, ...props }: IncidentUpdateFormProps) {
  return <EventUpdateForm event={incident} {...props} />;
}
