import { CloudOff } from "lucide-react";
import { useEffect } from "react";
import { showErrorToast } from "@/components/ui/toaster";
import { useConnection } from "./connection";

const time = new Intl.DateTimeFormat(undefined, {
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
});

export const showOfflineToast = (name: string) =>
  showErrorToast(`Can’t open ${name}`, "The server can’t be reached. Try again in a moment.");

/** Blocks links while offline, because they would open the browser's error page. */
function blockNavigation(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[href]");
  if (
    !(link instanceof HTMLAnchorElement) ||
    link.target === "_blank" ||
    link.origin !== location.origin ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.button !== 0
  )
    return;
  if (link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  event.stopPropagation();
  const name = link.textContent.trim() || link.ariaLabel;
  showOfflineToast(name ? `“${name}”` : "this page");
}

/**
 * Renders an empty region while online, because screen readers announce changes only in an element
 * that already exists.
 */
export function ConnectionBanner() {
  const connection = useConnection();
  const { isReachable } = connection;
  useEffect(() => {
    if (isReachable) return undefined;
    document.addEventListener("click", blockNavigation, { capture: true });
    return () => document.removeEventListener("click", blockNavigation, { capture: true });
  }, [isReachable]);
  return (
    <output className="block empty:hidden">
      {!connection.isReachable && (
        <span
          data-offline=""
          className="block bg-ink px-4 py-2 text-center text-sm text-balance text-canvas"
        >
          <CloudOff className="me-2 inline size-4 align-text-bottom" />
          {connection.isFailing ? "The server has been unavailable since " : "Offline since "}
          {time.format(connection.since)}. This page may be out of date, and changes can’t be saved
          until {connection.isFailing ? "the server recovers" : "you’re back online"}. Drafts are
          kept.
        </span>
      )}
    </output>
  );
}
