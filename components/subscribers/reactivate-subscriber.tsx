import { useWatch } from "react-hook-form";
import { useRead } from "@/components/data/use-read";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { ChoiceCard } from "@/components/ui/choice-card";
import { FieldGroup } from "@/components/ui/field";
import { formatAmount, formatNumber } from "@/components/ui/format-count";
import { showToast } from "@/components/ui/toaster";
import { reactivation } from "@/lib/subscribers/schema";

export default function ReactivateSubscriber({ id, onDone }: { id: string; onDone: () => void }) {
  const { call, refresh } = useOrganization();
  const {
    data: held,
    next,
    error,
  } = useRead("GET /v1/organizations/{orgID}/deliveries", {
    query: { subscriber: id, state: "held" },
  });
  const form = useCallForm({
    schema: reactivation,
    defaultValues: { replay: true },
    submit: async (body) => {
      const { data } = await call(
        "POST /v1/organizations/{orgID}/subscribers/{subscriberID}/reactivate",
        { params: { subscriberID: id }, body },
      );
      await refresh();
      showToast(
        data.replayed > 0
          ? `Subscriber reactivated. Sending ${formatAmount(data.replayed, "message")}.`
          : "Subscriber reactivated.",
      );
      onDone();
    },
  });
  const replay = useWatch({ control: form.form.control, name: "replay" });
  const getChoiceProps = (value: boolean) => ({
    name: "replay",
    checked: replay === value,
    onChange: () => form.form.setValue("replay", value),
  });
  return (
    <form {...form.props} className="grid gap-4">
      <FieldGroup label="Missed messages">
        <div className="grid gap-1">
          <ChoiceCard type="radio" {...getChoiceProps(true)}>
            <span>
              Send now
              <span className="block text-muted">
                {held === undefined && (error?.detail ?? "Counting…")}
                {held?.length === 0 && "No messages on hold."}
                {held !== undefined &&
                  held.length > 0 &&
                  (next === null
                    ? `${formatAmount(held.length, "message")} on hold.`
                    : `${formatNumber(held.length)} or more messages on hold.`)}
              </span>
            </span>
          </ChoiceCard>
          <ChoiceCard type="radio" {...getChoiceProps(false)}>
            <span>
              Don’t send
              <span className="block text-muted">Only new messages will be sent.</span>
            </span>
          </ChoiceCard>
        </div>
      </FieldGroup>
      <DialogButtons form={form} action="Reactivate" busyAction="Reactivating…" onClose={onDone} />
    </form>
  );
}
