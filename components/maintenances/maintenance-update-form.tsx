import EventUpdateForm from "@/components/updates/event-update-form";
import type { MaintenanceResponse } from "@/lib/http/api-client";

type MaintenanceUpdateFormProps = Omit<React.ComponentProps<typeof EventUpdateForm>, "event"> & {
  maintenance: MaintenanceResponse;
};

export default function MaintenanceUpdateForm({
  maintenance,
  ...props
}: MaintenanceUpdateFormProps) {
  return <EventUpdateForm event={maintenance} {...props} />;
}
