"use client";

import { Search } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";

const control =
  "w-full min-w-0 rounded-md border border-control bg-surface py-1.5 text-base text-ink " +
  "pointer-fine:text-sm pointer-coarse:min-h-11";
const SEARCH_AFTER_MS = 250;

export const SEARCH_MIN_ITEMS = 9;

export function FilterBar({ children }: { children: React.ReactNode }) {
  return (
    <div className="mb-4 grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">{children}</div>
  );
}

type FilterProps = {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

export function SelectFilter({
  label,
  value,
  onChange,
  options,
}: FilterProps & { options: readonly { value: string; label: string }[] }) {
  const id = useId();
  return (
    <div className="min-w-0 sm:w-44">
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        {label}
      </label>
      <select
        id={id}
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value || undefined)}
        className={`${control} px-2`}
      >
        <option value="">All</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

export function SearchFilter({
  label,
  value,
  onChange,
  placeholder,
}: FilterProps & { placeholder?: string }) {
  const id = useId();
  const [typed, setTyped] = useState(value ?? "");
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Follows outside changes, except while the user types.
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
    <div className="col-span-2 min-w-0 sm:w-64">
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        {label}
      </label>
      <div className="relative">
        <Search className="pointer-events-none absolute start-2 top-1/2 size-4 -translate-y-1/2 text-muted" />
        <input
          id={id}
          type="search"
          autoComplete="off"
          dir="auto"
          placeholder={placeholder}
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
    </div>
  );
}
