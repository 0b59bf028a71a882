import { type Role, withArticle } from "@/lib/roles";

const meanings: Record<Role, string> = {
  viewer: "You’ll have view-only access.",
  editor: "You’ll be able to manage incidents, maintenance, components, and subscribers.",
  admin:
    "You’ll be able to do everything editors can, and manage settings, members, and API tokens.",
  owner: "You’ll have full access, including deleting the organization.",
};

type Props = {
  offer: { organization: { name: string }; inviter: string | null; role: Role };
  children: React.ReactNode;
};

export function InvitationCard({ offer: { organization, inviter, role }, children }: Props) {
  return (
    <>
      <h1 className="mb-2 text-lg font-semibold wrap-anywhere">
        Join <bdi>{organization.name}</bdi>
      </h1>
      <p className="mb-6 wrap-anywhere text-muted">
        {inviter === null ? (
          "You’re invited"
        ) : (
          <>
            <bdi className="font-medium text-ink">{inviter}</bdi> invites you
          </>
        )}{" "}
        to join this organization as{" "}
        <span className="font-medium text-ink">{withArticle(role)}</span>. {meanings[role]}
      </p>
      {children}
    </>
  );
}
