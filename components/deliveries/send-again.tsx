import { useBulkAction } from "@/components/data/use-bulk-action";
import { useOrganization } from "@/components/organizations/organization-context";
import { Confirm } from "@/components/ui/confirm";
import { formatAmount } from "@/components/ui/format-count";
import { showErrorToast, showToast } from "@/components/ui/toaster";
import type { ResponseBody } from "@/lib/http/api-client";
import { splitIntoBatches } from "@/lib/subscribers/values";

type Rejected =
  ResponseBody<"POST /v1/organizations/{orgID}/deliveries/redeliver">["rejected"][number];

const describeSent = (count: number) =>
  count === 0 ? null : `Sending ${formatAmount(count, "message")} again.`;
const describeRejected = (count: number) =>
  `${formatAmount(count, "message")} couldn’t be sent again`;

type SendAgainProps = {
  open: boolean;
  onClose: () => void;
  /** Text for the deliveries in the dialog, such as “3 messages” or “all failed messages”. */
  amount: string;
  listIds: () => Promise<readonly string[]> | readonly string[];
  /** Called with the IDs of the deliveries that couldn't be sent again. */
  onDone?: (remainingIds: string[]) => void;
};

/** Asks for confirmation, then sends deliveries again. */
export function SendAgain({ open, onClose, amount, listIds, onDone }: SendAgainProps) {
  const { call } = useOrganization();
  const runBulkAction = useBulkAction();
  async function send() {
    const rejected: Rejected[] = [];
    const ids = await listIds();
    if (ids.length === 0) return showToast("No failed messages are left.");
    const failed = await runBulkAction(splitIntoBatches(ids), {
      work: async (batch) => {
        const { data } = await call("POST /v1/organizations/{orgID}/deliveries/redeliver", {
          body: { ids: batch },
        });
        rejected.push(...data.rejected);
      },
      done: (batches) => describeSent(batches.flat().length - rejected.length),
      failed: (batches) => describeRejected(batches.flat().length),
    });
    if (rejected[0] !== undefined)
      showErrorToast(describeRejected(rejected.length), rejected[0].message);
    return onDone?.([...failed.flat(), ...rejected.map(({ id }) => id)]);
  }
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Send ${amount} again?`}
      action={`Send ${amount}`}
      isHarmless
      onConfirm={send}
    >
      Recipients who already received a message receive it again.
    </Confirm>
  );
}
