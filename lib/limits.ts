/**
 * The default limits of the API. `LIMIT_*` settings override them at start (lib/env.ts), so read
 * them where they are applied instead of copying them into a constant.
 */
export const limits = {
  /** Characters in titles and names. */
  name: 255,
  /** Characters in descriptions. */
  description: 2_000,
  /** Characters in the body of an update or a postmortem. */
  text: 25_000,
  /** IDs in one `component_ids`. */
  componentIds: 500,
  /** Bytes in a request body. */
  requestBytes: 1_048_576,
  /** Concurrent connections of one process. */
  connections: 5_000,
  /** Bytes in an organization's logo. */
  logoBytes: 262_144,
  /** Bytes in an import file of subscribers. */
  importBytes: 5_242_880,
  /** Rows in an import file of subscribers. */
  importRows: 20_000,
  /** Organizations that one user can create. */
  claimedOrganizations: 100,

  // Requests before 429. Each count restarts after its window.

  /** Failed logins per email and client. */
  loginFailures: 10,
  loginWindowMinutes: 15,
  /** Failed logins per client, for all emails. */
  clientLoginFailures: 100,
  /** Failed logins per email, from all clients. Networks known to the account are exempt. */
  accountLoginFailures: 100,
  accountLoginWindowMinutes: 60,
  /** Registrations per client and hour. */
  registrations: 300,
  /** Password reset requests per email and client. */
  passwordResets: 5,
  passwordResetWindowMinutes: 15,
  /** Password reset requests per email, from all clients. */
  accountPasswordResets: 20,
  accountPasswordResetWindowMinutes: 60,
  /** Email change requests per user. */
  emailChanges: 5,
  emailChangeWindowMinutes: 60,
  /** Invitations per organization, per account and per client. */
  invitations: 50,
  invitationWindowMinutes: 60,
  /** Emails that ask subscribers to confirm, per organization, per account and per client. */
  confirmationEmails: 1_000,
  /** 1 day. */
  confirmationEmailWindowMinutes: 1_440,
  /** Email subscribers added without confirmation, per organization, per account and per client. */
  unconfirmedSubscribers: 2_000,
  /** 30 days. Subscribers count even after they are removed. */
  unconfirmedSubscriberWindowMinutes: 43_200,
  /** Invitations and confirmation emails to one address, from the whole installation. */
  emailsPerRecipient: 20,
  /** 1 day. */
  emailsPerRecipientWindowMinutes: 1_440,
  /** Emails that ask one account to confirm its address. */
  verificationEmails: 5,
  verificationEmailWindowMinutes: 60,
  /** Subscription requests per client. */
  subscriptions: 20,
  subscriptionWindowMinutes: 60,
  /** Test messages per organization. */
  testMessages: 10,
  testMessageWindowMinutes: 1,
  /** Checks of an organization's custom domain. */
  domainChecks: 20,
  domainCheckWindowMinutes: 10,
  /** Minimum interval between two confirmation emails to one address. */
  confirmationIntervalMinutes: 5,
};
