import { Check } from "lucide-react";

const steps = [
  { name: "Organization", result: "create a status page" },
  { name: "Components", result: "list the parts of your system" },
  { name: "Share", result: "send the link to users and your team" },
];

export function SetupSteps({ current }: { current: number }) {
  return (
    <ol aria-label="Steps" className="mb-6 grid gap-x-4 gap-y-2 sm:grid-cols-3">
      {steps.map(({ name, result }, index) => {
        const [isDone, isCurrent] = [index + 1 < current, index + 1 === current];
        return (
          <li
            key={name}
            aria-current={isCurrent ? "step" : undefined}
            className={`flex items-center gap-2 text-xs ${isCurrent ? "font-medium text-ink" : "text-muted"}`}
          >
            <span
              className={
                "grid size-5 place-items-center rounded-full border " +
                `${isCurrent ? "border-accent bg-accent text-on-accent" : "border-line"}`
              }
            >
              {isDone ? <Check className="size-3" /> : index + 1}
            </span>
            <span>
              {name}
              <span className="font-normal text-muted">: {result}</span>
            </span>
            {isDone && <span className="sr-only">done</span>}
          </li>
        );
      })}
    </ol>
  );
}
