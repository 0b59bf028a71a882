export function NewUpdateNotice({ posted }: { posted: boolean }) {
  return (
    <output className="block rounded-md bg-sunken px-3 py-2 empty:hidden">
      {posted &&
        "Someone posted an update while you were writing. You’ll see both before yours is posted."}
    </output>
  );
}
