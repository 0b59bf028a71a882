import { LogOut, ShieldCheck, UserCheck, UserX } from "lucide-react";
import { useSignedIn } from "@/components/auth/session";
import { useAction } from "@/components/data/use-action";
import { useBusy } from "@/components/data/use-busy";
import { useRefresh } from "@/components/data/use-read";
import { useItemDialogParam } from "@/components/shell/use-dialog-param";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { formatAmount } from "@/components/ui/format-count";
import { named } from "@/components/ui/format-names";
import { Timestamp } from "@/components/ui/timestamp";
import { showToast } from "@/components/ui/toaster";
import { type ResponseBody, call } from "@/lib/http/api-client";

type User = ResponseBody<"GET /v1/admin/users">[number];

export function UserRow({ user }: { user: User }) {
  const { id, name, email } = user;
  const isMe = useSignedIn()?.id === id;
  const isDisabled = user.disabled_at !== null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          <bdi className="min-w-0">{name}</bdi>
          {isMe && <span className="font-normal text-muted">(you)</span>}
          {user.administrator && <Badge icon={ShieldCheck}>Administrator</Badge>}
          {isDisabled && (
            <Badge tone="critical" icon={UserX}>
              Disabled
            </Badge>
          )}
        </p>
        <p className="wrap-anywhere text-muted">
          <bdi>{email}</bdi>
        </p>
        <p className="text-xs text-muted">
          {formatAmount(user.organizations, "organization")} ·{" "}
          {formatAmount(user.sessions, "session")} · registered <Timestamp at={user.created_at} />
          {user.last_active_at !== null && (
            <>
              {" "}
              · last active <Timestamp at={user.last_active_at} />
            </>
          )}
        </p>
      </div>
      {!isMe && <UserActions user={user} isDisabled={isDisabled} />}
    </li>
  );
}

function UserActions({ user, isDisabled }: { user: User; isDisabled: boolean }) {
  const { id, name, sessions } = user;
  const refresh = useRefresh();
  const runAction = useAction();
  const [disabling, ending] = [useItemDialogParam("disable"), useItemDialogParam("end-sessions")];
  const [isEnabling, run] = useBusy();
  const setDisabled = async (disabled: boolean) => {
    await call("PATCH /v1/admin/users/{userID}", { params: { userID: id }, body: { disabled } });
    await refresh();
  };

  const enable = () =>
    runAction("Couldn’t enable the user", async () => {
      await setDisabled(false);
      showToast(named`${name} can sign in again.`);
    });

  return (
    <div className="-mx-3 flex flex-wrap">
      {sessions > 0 && (
        <Button variant="quiet" onClick={() => ending.open(id)}>
          <LogOut className="size-4" /> Sign out everywhere
          <span className="sr-only">: {name}</span>
        </Button>
      )}
      {isDisabled ? (
        <Button variant="quiet" busy={isEnabling} onClick={() => void run(enable)}>
          <UserCheck className="size-4" /> Enable<span className="sr-only"> {name}</span>
        </Button>
      ) : (
        <Button variant="quiet" onClick={() => disabling.open(id)}>
          <UserX className="size-4" /> Disable<span className="sr-only"> {name}</span>
        </Button>
      )}
      <Confirm
        open={disabling.id === id && !isDisabled}
        onClose={disabling.close}
        title={named`Disable ${name}?`}
        action="Disable user"
        onConfirm={async () => {
          await setDisabled(true);
          showToast(named`${name} was disabled.`);
        }}
      >
        <p>
          This user can’t sign in, all their sessions end, and API tokens that they created stop
          working. Their organizations and data are kept. You can enable the user again.
        </p>
      </Confirm>
      <Confirm
        open={ending.id === id}
        onClose={ending.close}
        title={named`Sign out ${name} everywhere?`}
        action="Sign out everywhere"
        onConfirm={async () => {
          await call("DELETE /v1/admin/users/{userID}/sessions", { params: { userID: id } });
          await refresh();
          showToast(named`${name} was signed out everywhere.`);
        }}
      >
        <p>Signs this user out on every device. They can sign in again.</p>
      </Confirm>
    </div>
  );
}
