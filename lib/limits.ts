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
  /** Members and pending invitations together. */
  members: 1_000,

  // Rate limits: the maximum number in a time window. Beyond it, requests fail with 429, and
  // automatic emails are not sent. A client is an IPv4 address or an IPv6 /64 network.

  /**
   * API requests per second, averaged over 10 seconds, except public reads. Each process counts its
   * own requests.
   */
  clientRequestsPerSecond: 200,
  organizationRequestsPerSecond: 1_000,

  /** Wrong passwords per email address and client, at sign-in or in a session. */
  loginFailures: 10,
  loginWindowMinutes: 15,
  /** Wrong passwords per client, across all email addresses. */
  clientLoginFailures: 100,
  /**
   * Wrong passwords per email address, across all clients. Clients from which the user has signed
   * in before are not blocked.
   */
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
  /**
   * Confirmation emails that members request, counted separately per organization, per account, and
   * per client.
   */
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
   * Invitations, confirmations of subscriptions (by email or chat), and emails about failing
   * endpoints, per recipient. Emails that confirm the address of an account have the same limit,
   * but are counted separately.
   */
  emailsPerRecipient: 20,
  emailsPerRecipientWindowMinutes: 1_440,
  /** Requests to resend the verification email, per account. */
  verificationEmails: 5,
  verificationEmailWindowMinutes: 60,
  /** Visitors' requests to subscribe or to resend a confirmation email, per client. */
  subscriptions: 20,
  subscriptionWindowMinutes: 60,
  /** Test messages per organization. */
  testMessages: 10,
  testMessageWindowMinutes: 1,
  /** Checks of a custom domain that members request, per organization. */
  domainChecks: 20,
  domainCheckWindowMinutes: 10,
  /**
   * The minimum time between two subscription confirmation messages (email or chat) to the same
   * address, across organizations.
   */
  confirmationIntervalMinutes: 5,
};
