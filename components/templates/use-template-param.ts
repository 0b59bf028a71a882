import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { replaceUrl } from "@/components/ui/replace-url";

export function useTemplateParam(
  templates: readonly { id: string }[] | undefined,
  pick: (id: string) => void,
): void {
  const templateId = useSearchParams().get("template");
  const isLoaded = templates?.some(({ id }) => id === templateId) ?? false;
  const pickTemplate = useEffectEvent(() => pick(templateId!));
  useEffect(() => {
    if (!isLoaded) return undefined;
    // Runs after the draft is restored. Removes the parameter, so that a reload does not overwrite
    // later edits.
    const timer = setTimeout(() => {
      pickTemplate();
      replaceUrl(window.location.pathname);
    });
    return () => clearTimeout(timer);
  }, [isLoaded]);
}
