import { useAction } from "@/components/data/use-action";
import { useOrganization } from "@/components/organizations/organization-context";
import { SendingCountdown } from "@/components/ui/relative-time";
import { showToast } from "@/components/ui/toaster";
import { getUndoDeadline } from "@/components/data/undo-deadline";
import { ApiError } from "@/lib/http/api-client";

/** The Undo button disappears this long before the deadline, to leave time for its request. */
const UNDO_MARGIN_MS = 1_500;

/** Send times of notifications, by the idempotency key of a request whose result is unknown. */
const undoDeadlines = new Map<string, number>();

/**
 * Sends a request whose notifications are delayed. `until` is when they are sent, in ms since the
 * epoch. A retry keeps this time if the result of the previous attempt is unknown.
 */
export async function callWithUndo<Result>(
  idempotencyKey: string,
  send: () => Promise<Result>,
): Promise<Result & { until: number }> {
  const until = undoDeadlines.get(idempotencyKey) ?? getUndoDeadline();
  try {
    const result = await send();
    undoDeadlines.delete(idempotencyKey);
    return { ...result, until };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)
      undoDeadlines.set(idempotencyKey, until);
    throw error;
  }
}

type Posted = {
  done: React.ReactNode;
  isNotifying: boolean;
  until: number;
  undo: () => Promise<unknown>;
  restore?: () => void;
  undone: string;
};

export function useUndoToast(): (posted: Posted) => void {
  const { refresh } = useOrganization();
  const attempt = useAction();
  return ({ done, isNotifying, until, undo, restore, undone }) => {
    const undoPost = async () => {
      await undo().catch((error: unknown) => {
        void refresh();
        throw error;
      });
      showToast(
        isNotifying && Date.now() > until
          ? `${undone} Notifications may already have been sent.`
          : undone,
      );
      await refresh();
      // Restores the draft after the refresh, when the deleted update is no longer the newest.
      restore?.();
    };
    const undoUntil = until - UNDO_MARGIN_MS;
    if (Date.now() >= undoUntil) return showToast(done);
    showToast(
      <>
        {done}
        {isNotifying && (
          <>
            {" "}
            <SendingCountdown until={until} />
          </>
        )}
      </>,
      {
        action: { label: "Undo", onClick: () => void attempt("Couldn’t undo", undoPost) },
        until: undoUntil,
      },
    );
  };
}
