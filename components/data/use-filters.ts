import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { rememberFilters } from "@/components/ui/list-path";
import { BASE_PATH } from "@/lib/base-path";
import { replaceUrl } from "@/components/ui/replace-url";

type Allowed = Record<string, readonly string[] | null>;
type Values<Filters extends Allowed> = {
  [Name in keyof Filters]?: Filters[Name] extends readonly (infer Value)[] ? Value : string;
};

export function useFilters<const Filters extends Allowed>(allowed: Filters) {
  const path = usePathname();
  const pathname = BASE_PATH + path;
  const query = useSearchParams();
  useEffect(() => rememberFilters(path, query), [path, query]);
  const entries = Object.entries(allowed).flatMap(([name, values]) => {
    const value = query.get(name);
    return value === null || value === "" || values?.includes(value) === false
      ? []
      : [[name, value]];
  });

  function change(changed: readonly (readonly [name: string, value?: string | undefined])[]) {
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of changed) {
      if (value === undefined || value === "") next.delete(name);
      else next.set(name, value);
    }
    replaceUrl(next.size > 0 ? `${pathname}?${next}` : pathname);
  }

  return {
    values: Object.fromEntries(entries) as Values<Filters>,
    hasAny: entries.length > 0,
    set: (changed: Partial<Record<keyof Filters & string, string | undefined>>) =>
      change(Object.entries<string | undefined>(changed)),
    clear: () => change(Object.keys(allowed).map((name) => [name])),
  };
}
