/** Says, while it is written, that others have posted. */
export function PostedNotice({ posted }: { posted: boolean }) {
  return <output className="block rounded-md bg-sunken px-3 py-2 empty:hidden">{posted && "Somebody posted an update while you wrote this. Before yours is sent, you are shown both."}</output>;
}
