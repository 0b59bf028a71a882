/**
 * `LIMIT_*` settings override these values at start (lib/env.ts), so read them where they apply.
 */
export const limits = {
  name: 255,
  description: 2_000,
  /** Characters in the body of an update or a postmortem. */
  text: 25_000,
  componentIds: 500,
  requestBytes: 1_048_576,
  /** Of one process. */
  connections: 5_000,
  logoBytes: 262_144,
  importBytes: 5_242_880,
  importRows: 20_000,
  /** Per user. */
  claimedOrganizations: 100,

  // Requests before 429. Each count restarts after its window.

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
  /** 1 day. */
  confirmationEmailWindowMinutes: 1_440,
  /** Email subscribers added without confirmation; otherwise as above. */
  unconfirmedSubscribers: 2_000,
  /** 30 days. Subscribers count even after they are removed. */
  unconfirmedSubscriberWindowMinutes: 43_200,
  /** Invitations and confirmation emails to one address, from all organizations. */
  emailsPerRecipient: 20,
  /** 1 day. */
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
  /** Between two confirmation emails to one address. */
  confirmationIntervalMinutes: 5,
};
