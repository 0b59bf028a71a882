import { Keyboard, LogOut, ServerCog, UserRound } from "lucide-react";
import { describeShortcut } from "@/components/shell/shortcuts";
import { Avatar } from "@/components/ui/avatar";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { useSignedIn } from "./session";
import { signOut } from "./sign-out";
import { ThemeChoices } from "./theme-choices";

type AccountMenuProps = {
  /** If true, renders only the items, for use in another menu. */
  inline?: boolean;
  /** Opens the list of keyboard shortcuts. If undefined, the menu has no entry for it. */
  onHelp?: () => void;
};

export function AccountMenu({ inline = false, onHelp }: AccountMenuProps) {
  const user = useSignedIn();
  const items = (
    <>
      <MenuLabel>
        <bdi>{user?.email}</bdi>
      </MenuLabel>
      <MenuItem icon={UserRound} href="/account">
        My account
      </MenuItem>
      {onHelp && (
        <MenuItem icon={Keyboard} onSelect={onHelp} {...describeShortcut("?")}>
          Keyboard shortcuts
        </MenuItem>
      )}
      {user?.isAdministrator && (
        <MenuItem icon={ServerCog} href="/admin">
          Administration
        </MenuItem>
      )}
      <MenuSeparator />
      <ThemeChoices />
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </>
  );
  if (inline) return items;
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <button
          type="button"
          className={
            "flex min-h-9 min-w-0 items-center gap-2 rounded-md px-2 py-1.5 text-start text-muted " +
            "hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
          }
        >
          <Avatar name={user?.name ?? ""} />
          <bdi className="min-w-0 truncate">{user?.name}</bdi>
          <span className="sr-only">Account</span>
        </button>
      }
    >
      {items}
    </Menu>
  );
}
