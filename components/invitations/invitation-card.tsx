import type { Role } from "@/lib/roles";

const meanings: Record<Role, string> = {
  viewer: "You can see everything, and change nothing.",
  editor: "You can report incidents and look after components and subscribers.",
  admin: "You can do all that editors do, and look after settings and members.",
  owner: "You can do everything, deleting the organization included.",
};

type Props = { offer: { organization: { name: string }; inviter: string | null; role: Role }; children: React.ReactNode };

/** Who invites to what, and what to do about it. */
export function InvitationCard({ offer: { organization, inviter, role }, children }: Props) {
  return (
    <>
      <h1 className="mb-2 text-lg font-semibold wrap-anywhere">
        Join <bdi>{organization.name}</bdi>
      </h1>
      <p className="mb-6 wrap-anywhere text-muted">
        {inviter === null ? "You are invited" : <><bdi className="font-medium text-ink">{inviter}</bdi> invites you</>} to run this organization’s status page, as{" "}
        <span className="font-medium text-ink">{role}</span>. {meanings[role]}
      </p>
      {children}
    </>
  );
}
