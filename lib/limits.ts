/** `LIMIT_*` settings override these values (lib/env.ts), so read them on use. */
export const limits = {
  name: 255,
  description: 2_000,
  text: 25_000,
  componentIds: 500,
  requestBytes: 1_048_576,
  connections: 5_000,
  logoBytes: 262_144,
  importBytes: 5_242_880,
  importRows: 20_000,
  claimedOrganizations: 100,

  // Rows of one organization.

  components: 20_000,
  componentGroups: 1_000,
  subscribers: 500_000,
  templates: 1_000,
  tokens: 1_000,
  /** Includes open invitations. */
  members: 1_000,

  // Requests per window before a 429.

  /** Average over 10 seconds, in one process. */
  clientRequestsPerSecond: 200,
  organizationRequestsPerSecond: 1_000,

  /** Per email and client. */
  loginFailures: 10,
  loginWindowMinutes: 15,
  /** Per client, for all emails. */
  clientLoginFailures: 100,
  /** Per email, from all clients. Networks that the account has used are exempt. */
  accountLoginFailures: 100,
  accountLoginWindowMinutes: 60,
  /** Per client and hour. */
  registrations: 300,
  /** Per email and client. */
  passwordResets: 5,
  passwordResetWindowMinutes: 15,
  /** Per email, from all clients. */
  accountPasswordResets: 20,
  accountPasswordResetWindowMinutes: 60,
  /** Per user. */
  emailChanges: 5,
  emailChangeWindowMinutes: 60,
  /** Per organization, per account, and per client. */
  invitations: 50,
  invitationWindowMinutes: 60,
  /** Per organization, per account, and per client. */
  confirmationEmails: 1_000,
  confirmationEmailWindowMinutes: 1_440,
  /** Email subscribers added without confirmation, per organization, account, and client. */
  unconfirmedSubscribers: 2_000,
  /** 30 days. Subscribers deleted in this time count too. */
  unconfirmedSubscriberWindowMinutes: 43_200,
  /** Invitations and confirmation emails from all organizations. */
  emailsPerRecipient: 20,
  emailsPerRecipientWindowMinutes: 1_440,
  /** Per account. */
  verificationEmails: 5,
  verificationEmailWindowMinutes: 60,
  /** Per client. */
  subscriptions: 20,
  subscriptionWindowMinutes: 60,
  /** Per organization. */
  testMessages: 10,
  testMessageWindowMinutes: 1,
  /** Per organization. */
  domainChecks: 20,
  domainCheckWindowMinutes: 10,
  confirmationIntervalMinutes: 5,
};
