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

  // The maximum number of each in one organization.

  components: 20_000,
  componentGroups: 1_000,
  subscribers: 500_000,
  templates: 1_000,
  tokens: 1_000,
  /** Members and open invitations together. */
  members: 1_000,

  // Rate limits: how many requests a window allows before a 429.

  /** Requests to one process, averaged over 10 seconds. The same applies to an organization. */
  clientRequestsPerSecond: 200,
  organizationRequestsPerSecond: 1_000,

  /** Per email address and client. */
  loginFailures: 10,
  loginWindowMinutes: 15,
  /** Per client, for all email addresses. */
  clientLoginFailures: 100,
  /** Per email address, from all clients. Networks that the account has used are exempt. */
  accountLoginFailures: 100,
  accountLoginWindowMinutes: 60,
  /** Per client and hour. */
  registrations: 300,
  /** Per email address and client. */
  passwordResets: 5,
  passwordResetWindowMinutes: 15,
  /** Per email address, from all clients. */
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
  /** This is 30 days. Subscribers deleted within the window count too. */
  unconfirmedSubscriberWindowMinutes: 43_200,
  /**
   * Per email address. Emails that organizations send without consent, such as invitations, count
   * separately from emails about the recipient's account.
   */
  emailsPerRecipient: 20,
  emailsPerRecipientWindowMinutes: 1_440,
  /** Emails that verify an account's email address, per account. */
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
  /** The minimum time between two confirmation emails to a subscriber. */
  confirmationIntervalMinutes: 5,
};
