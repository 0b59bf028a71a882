import { formatDuration } from "@/components/ui/relative-time";

type DurationChipsProps = {
  legend: string;
  isLegendHidden?: boolean;
  minutes: readonly number[];
  chosen: number | null;
  disabled?: boolean;
  onChoose: (minutes: number) => void;
};

export function DurationChips({
  legend,
  isLegendHidden = false,
  minutes,
  chosen,
  disabled = false,
  onChoose,
}: DurationChipsProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1">
      <legend className={isLegendHidden ? "sr-only" : "mb-1 font-medium"}>{legend}</legend>
      {minutes.map((each) => (
        <button
          key={each}
          type="button"
          disabled={disabled}
          aria-pressed={chosen === each}
          onClick={() => onChoose(each)}
          className={
            "min-h-9 rounded-md border border-line bg-surface px-3 text-muted tabular-nums " +
            "hover:bg-sunken disabled:opacity-60 aria-pressed:border-accent " +
            "aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:min-h-11"
          }
        >
          {formatDuration(each * 60_000)}
        </button>
      ))}
    </fieldset>
  );
}
