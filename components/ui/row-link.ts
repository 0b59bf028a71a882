/** Returns the links and buttons that open the rows of the screen's lists. */
export const getRows = () => [...document.querySelectorAll<HTMLElement>("main [data-row]")];

/** The row that was opened last, and the paths of its list and of the screen that it opened. */
let opened: { row: string; list: string; screen: string } | null = null;

export function rememberOpenedRow(link: HTMLAnchorElement): void {
  opened = {
    row: link.dataset.row!,
    list: window.location.pathname,
    screen: link.pathname,
  };
}

/** Forgets the opened row, unless `path` is that of its screen or of its list. */
export function forgetOpenedRow(path: string): void {
  if (path !== opened?.list && path !== opened?.screen) opened = null;
}

function focusIfOpened(link: HTMLAnchorElement | null): void {
  // Runs after the router has scrolled and the heading has received the focus.
  requestAnimationFrame(() => {
    if (link?.isConnected !== true || opened?.list !== window.location.pathname) return;
    if (link.dataset.row !== opened.row) return;
    opened = null;
    if (document.activeElement?.matches("body, h1")) link.focus();
  });
}

/**
 * Returns the props of a link in a list's row that opens a screen. When the user returns to the
 * list, the link gets the focus.
 */
export const rowLink = (row: string) => ({
  "data-row": row,
  ref: focusIfOpened,
  onClick: ({
    currentTarget: link,
    metaKey,
    ctrlKey,
    shiftKey,
  }: React.MouseEvent<HTMLAnchorElement>) => {
    if (!metaKey && !ctrlKey && !shiftKey) rememberOpenedRow(link);
  },
});
