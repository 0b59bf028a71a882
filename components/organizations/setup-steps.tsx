import { Check } from "lucide-react";

const steps = ["Name", "Components", "Public page"];

/** How far the first run is: `current` counts from 1. */
export function SetupSteps({ current }: { current: number }) {
  return (
    <ol aria-label="Steps" className="mb-6 flex flex-wrap gap-x-4 gap-y-2">
      {steps.map((step, index) => {
        const [isDone, isHere] = [index + 1 < current, index + 1 === current];
        return (
          <li key={step} aria-current={isHere ? "step" : undefined} className={`flex items-center gap-2 text-xs ${isHere ? "font-medium text-ink" : "text-muted"}`}>
            <span className={`grid size-5 place-items-center rounded-full border ${isHere ? "border-accent bg-accent text-on-accent" : "border-line"}`}>{isDone ? <Check className="size-3" /> : index + 1}</span>
            {step}
            {isDone && <span className="sr-only">done</span>}
          </li>
        );
      })}
    </ol>
  );
}
