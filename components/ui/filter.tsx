import { ListFilter, Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { limits } from "@/lib/limits";
import { Button } from "./button";

const control =
  "w-full min-w-0 rounded-md border border-control bg-surface py-1.5 text-base text-ink " +
  "pointer-fine:text-sm pointer-coarse:min-h-11";
const SEARCH_AFTER_MS = 250;

export const SEARCH_MIN_ITEMS = 9;

type FilterBarProps<Name extends string> = {
  filters: {
    values: { [Key in Name]?: string | undefined };
    hasAny: boolean;
    set: (changed: { [Key in Name]?: string | undefined }) => void;
    clear: () => void;
  };
  /** The label of the search field, which sets the filter `q`. */
  search?: string;
  selects?: readonly { name: Name; label: string; options: readonly Option[] }[];
  /** Filters by day, such as 2026-01-31. */
  dates?: readonly { name: Name; label: string }[];
  /** Shows filters that are set elsewhere, such as by an action in the list. */
  children?: React.ReactNode;
};

/** Options of a group are shown below its name. */
type Option = { value: string; label: string; group?: string };

/** Shows filters in one row. On small screens, a button expands the selects and dates. */
export function FilterBar<Name extends string>({
  filters,
  search,
  selects = [],
  dates = [],
  children,
}: FilterBarProps<Name>) {
  const { values, hasAny, set, clear } = filters;
  const [isOpen, setIsOpen] = useState(false);
  // Clearing remounts the search field, to discard typed text that is not applied yet.
  const [clears, setClears] = useState(0);
  const change = (name: string) => (value: string | undefined) =>
    set({ [name]: value } as Parameters<typeof set>[0]);
  const count = [...selects, ...dates].filter(({ name }) => values[name] !== undefined).length;
  return (
    <search aria-label="Filters" className="mb-4 flex flex-wrap items-center gap-2">
      {search !== undefined && (
        <SearchFilter
          key={clears}
          label={search}
          value={(values as { q?: string }).q}
          onChange={change("q")}
        />
      )}
      {selects.length + dates.length > 0 && (
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="sm:hidden"
        >
          <ListFilter className="size-4" /> Filter{count > 0 && ` (${count})`}
        </Button>
      )}
      <div className={isOpen ? "grid w-full grid-cols-2 gap-2 sm:contents" : "hidden sm:contents"}>
        {selects.map(({ name, label, options }) => (
          <SelectFilter
            key={name}
            label={label}
            value={values[name]}
            onChange={change(name)}
            options={options}
          />
        ))}
        {dates.map(({ name, label }) => (
          <DateFilter key={name} label={label} value={values[name]} onChange={change(name)} />
        ))}
      </div>
      {children}
      {hasAny && (
        <Button
          variant="quiet"
          onClick={() => {
            setClears(clears + 1);
            clear();
          }}
        >
          <X className="size-4" /> Clear filters
        </Button>
      )}
    </search>
  );
}

type FilterProps = {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

function SelectFilter({
  label,
  value,
  onChange,
  options,
}: FilterProps & { options: readonly Option[] }) {
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <select
      aria-label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value || undefined)}
      className={`${control} px-2 sm:w-40`}
    >
      <option value="">{label}: all</option>
      {groups.map((group) => {
        const members = options.filter((option) => option.group === group).map(renderOption);
        return group === undefined ? (
          members
        ) : (
          <optgroup key={group} label={group}>
            {members}
          </optgroup>
        );
      })}
    </select>
  );
}

const renderOption = ({ value, label }: Option) => (
  <option key={value} value={value} dir="auto">
    {label}
  </option>
);

const DateFilter = ({ label, value, onChange }: FilterProps) => (
  <label className="flex items-center gap-2 text-muted">
    {label}
    <input
      type="date"
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value || undefined)}
      className={`${control} px-2 sm:w-32`}
    />
  </label>
);

function SearchFilter({ label, value, onChange }: FilterProps) {
  const [typed, setTyped] = useState(value ?? "");
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Shows a filter that was changed elsewhere, such as by Back, but not the result of typing.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) setTyped(value ?? "");
  }

  function search(text: string) {
    clearTimeout(timer.current);
    const next = text.trim() || undefined;
    setSent(next);
    onChange(next);
  }

  return (
    <div className="relative min-w-0 flex-1 sm:max-w-64">
      <Search className="pointer-events-none absolute start-2 top-1/2 size-4 -translate-y-1/2 text-muted" />
      <input
        type="search"
        aria-label={label}
        title="Shortcut: /"
        autoComplete="off"
        dir="auto"
        placeholder={label}
        maxLength={limits.name}
        value={typed}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(text), SEARCH_AFTER_MS);
        }}
        onKeyDown={(event) => event.key === "Enter" && search(typed)}
        className={`${control} ps-8 pe-2`}
      />
    </div>
  );
}
