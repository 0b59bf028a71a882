import { CircleAlert } from "lucide-react";
import { getArrowStep } from "./arrow-keys";

type Names<Name extends string> = { id: string; shown: Name };

type TabListProps<Name extends string> = Names<Name> & {
  label: string;
  tabs: Record<Name, string>;
  onShow: (name: Name) => void;
  invalid?: readonly Name[];
  className?: string;
};

/** Renders tabs. The panel needs the properties from {@link getPanelProps}. */
export function TabList<Name extends string>({
  id,
  label,
  tabs,
  shown,
  onShow,
  invalid = [],
  className = "",
}: TabListProps<Name>) {
  const names = Object.keys(tabs) as Name[];
  const move = (event: React.KeyboardEvent, name: Name) => {
    const step = getArrowStep(event);
    if (step === 0) return;
    const next = names[(names.indexOf(name) + step + names.length) % names.length]!;
    onShow(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={`flex gap-2 ${className}`}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          aria-controls={`${id}-panel`}
          aria-selected={shown === name}
          tabIndex={shown === name ? 0 : -1}
          data-invalid={(invalid.includes(name) && name !== shown) || undefined}
          onClick={() => onShow(name)}
          onKeyDown={(event) => move(event, name)}
          className={
            "min-h-9 border-b-2 border-transparent px-2 text-muted pointer-coarse:min-h-11 " +
            "aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
          }
        >
          {tabs[name]}
          {invalid.includes(name) && name !== shown && (
            <span className="text-invalid">
              <CircleAlert className="ms-1 inline size-4" />
              <span className="sr-only"> (has an error)</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

export const getPanelProps = <Name extends string>({ id, shown }: Names<Name>) => ({
  role: "tabpanel",
  id: `${id}-panel`,
  "aria-labelledby": `${id}-${shown}`,
});
