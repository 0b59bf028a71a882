import { useLayoutEffect } from "react";
import { useOrganization } from "@/components/organizations/organization-context";

export function useDocumentTitle(title: string | null): void {
  const { name } = useOrganization();
  useLayoutEffect(() => {
    if (title === null) return undefined;
    const apply = () => {
      document.title = `${title} · ${name} · Candor`;
    };
    apply();
    // While React hydrates the page, it can add the page's own title again, as a second element.
    const observer = new MutationObserver(apply);
    observer.observe(document.head, { childList: true });
    return () => observer.disconnect();
  }, [title, name]);
}
