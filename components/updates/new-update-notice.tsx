/** Warns the author of an unsent update that someone else has posted one. */
export function NewUpdateNotice({ posted }: { posted: boolean }) {
  return (
    <output className="block rounded-md bg-sunken px-3 py-2 empty:hidden">
      {posted &&
        "Someone posted an update while you were writing. You’ll see both before yours is posted."}
    </output>
  );
}
