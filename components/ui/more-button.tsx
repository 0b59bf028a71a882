import { Button } from "./button";

type MoreButtonProps = {
  pages: { more: (() => void) | null; loadingMore: boolean };
  children: React.ReactNode;
};

/** Loads the next page of a list. It is hidden on the last page. */
export const MoreButton = ({ pages: { more, loadingMore }, children }: MoreButtonProps) =>
  more !== null && (
    <Button variant="secondary" busy={loadingMore} onClick={more} className="mt-3 w-full">
      {loadingMore ? "Loading…" : children}
    </Button>
  );
