import { History } from "lucide-react";

type RestoredDraftProps = { restored: boolean; onDiscard: () => void };

export function RestoredDraft({ restored, onDiscard }: RestoredDraftProps) {
  return (
    <output className="block empty:hidden">
      {restored && (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md bg-sunken px-3 py-2">
          <History className="size-4 shrink-0 text-muted" />
          <span className="flex-1">Draft restored.</span>
          <button
            type="button"
            onClick={({ currentTarget: { form } }) => {
              // The button disappears, so the focus moves to the first field.
              form?.querySelector<HTMLElement>("textarea, input:not([type=radio])")?.focus();
              onDiscard();
            }}
            className={
              "rounded-sm font-medium text-accent underline underline-offset-2 pointer-coarse:-my-2 " +
              "pointer-coarse:min-h-11"
            }
          >
            Discard draft
          </button>
        </span>
      )}
    </output>
  );
}
