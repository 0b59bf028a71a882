/** `LIMIT_*` settings override these values (lib/env.ts), so code must read them on each use. */
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

  // Maximum numbers in one organization.

  components: 20_000,
  componentGroups: 1_000,
  subscribers: 500_000,
  templates: 1_000,
  tokens: 1_000,
  /** Members and open invitations together. */
  members: 1_000,

  // Rate limits: how many requests a window allows before a 429.

  /**
   * Requests per second of a client, or to an organization, averaged over 10 seconds. Each process
   * counts its own requests.
   */
  clientRequestsPerSecond: 200,
  organizationRequestsPerSecond: 1_000,

  /** Failed sign-ins per email address and client. */
  loginFailures: 10,
  loginWindowMinutes: 15,
  /** Failed sign-ins per client, across all email addresses. */
  clientLoginFailures: 100,
  /** Failed sign-ins per email address, except from networks that the account has used before. */
  accountLoginFailures: 100,
  accountLoginWindowMinutes: 60,
  /** Registrations per client and hour. */
  registrations: 300,
  /** Requests to reset a password, per email address and client. */
  passwordResets: 5,
  passwordResetWindowMinutes: 15,
  /** Requests to reset a password, per email address, across all clients. */
  accountPasswordResets: 20,
  accountPasswordResetWindowMinutes: 60,
  /** Requests to change the email address, per user. */
  emailChanges: 5,
  emailChangeWindowMinutes: 60,
  /** Invitations, counted separately per organization, per account, and per client. */
  invitations: 50,
  invitationWindowMinutes: 60,
  /** Confirmation emails, counted separately per organization, per account, and per client. */
  confirmationEmails: 1_000,
  confirmationEmailWindowMinutes: 1_440,
  /**
   * Email subscribers that members add without confirmation, counted separately per organization,
   * per account, and per client.
   */
  unconfirmedSubscribers: 2_000,
  /** This is 30 days. Subscribers deleted within the window count too. */
  unconfirmedSubscriberWindowMinutes: 43_200,
  /**
   * Emails per recipient. Those that organizations send without consent, such as invitations, are
   * counted separately from those about the recipient's account.
   */
  emailsPerRecipient: 20,
  emailsPerRecipientWindowMinutes: 1_440,
  /** Emails that verify an account's email address, per account. */
  verificationEmails: 5,
  verificationEmailWindowMinutes: 60,
  /** Requests to subscribe, per client. */
  subscriptions: 20,
  subscriptionWindowMinutes: 60,
  /** Test messages per organization. */
  testMessages: 10,
  testMessageWindowMinutes: 1,
  /** Checks of a custom domain that members request, per organization. */
  domainChecks: 20,
  domainCheckWindowMinutes: 10,
  /** The minimum time between two confirmation emails to a subscriber. */
  confirmationIntervalMinutes: 5,
};
