/**
 * Limits of the API. The defaults; `lib/env.ts` lays
 * `LIMIT_*` settings over them
 * when the server starts, so read them where they are applied and never copy them into a constant.
 */
export const limits = {
  /** Characters in titles and names. */
  name: 255,
  /** Characters in descriptions. */
  description: 2_000,
  /** Characters in the body of an update or a postmortem. */
  text: 25_000,
  /** Ids in one `component_ids`. */
  componentIds: 500,
  /** Bytes in a request body. */
  requestBytes: 1_048_576,
  /** Connections of one process at a time. */
  connections: 5_000,
  /** Organizations one user may bring into being. */
  claimedOrganizations: 100,
  /** Failed logins per email and client before 429. */
  loginFailures: 10,
  /** Minutes for which failed logins are remembered. */
  loginWindowMinutes: 15,
  /** Failed logins of one client, over all emails, before 429. */
  clientLoginFailures: 100,
  /**
   * Failed logins per email, over all clients, before clients that the account does not know get
   * 429.
   */
  accountLoginFailures: 100,
  /** Minutes for which those of an email over all clients are remembered. */
  accountLoginWindowMinutes: 60,
  /** Registrations of one client in an hour before 429. */
  registrations: 300,
  /** Password resets asked for per email and client before 429. */
  passwordResets: 5,
  /** Minutes for which they are remembered. */
  passwordResetWindowMinutes: 15,
  /** Password resets asked for per email, over all clients, before 429. */
  accountPasswordResets: 20,
  /** Minutes for which those of an email over all clients are remembered. */
  accountPasswordResetWindowMinutes: 60,
  /** Changes of address one user may ask for before 429. */
  emailChanges: 5,
  /** Minutes for which they are remembered. */
  emailChangeWindowMinutes: 60,
  /** Invitations of one organization, of one account and of one client before 429. */
  invitations: 50,
  /** Minutes for which they are remembered. */
  invitationWindowMinutes: 60,
  /**
   * Emails that ask subscribers to confirm, sent for one organization, account or client, before
   * 429.
   */
  confirmationEmails: 1_000,
  /** Minutes for which they are remembered: a day. */
  confirmationEmailWindowMinutes: 1_440,
  /**
   * Email subscribers that one organization, account or client may add without confirmation before
   * 429.
   */
  unconfirmedSubscribers: 2_000,
  /** Minutes for which they are remembered, also after they were removed: 30 days. */
  unconfirmedSubscriberWindowMinutes: 43_200,
  /** Invitations and confirmation emails to one address from the whole installation. */
  emailsPerRecipient: 20,
  /** Minutes for which they are remembered: a day. */
  emailsPerRecipientWindowMinutes: 1_440,
  /** Emails that ask one account to confirm its address before 429. */
  verificationEmails: 5,
  /** Minutes for which they are remembered. */
  verificationEmailWindowMinutes: 60,
  /** Bytes in an organization's logo. */
  logoBytes: 262_144,
  /** Bytes in a file of subscribers. */
  importBytes: 5_242_880,
  /** Rows in a file of subscribers. */
  importRows: 20_000,
  /** Subscriptions one client may ask for before 429. */
  subscriptions: 20,
  /** Minutes for which subscriptions of a client are remembered. */
  subscriptionWindowMinutes: 60,
  /** Test messages of one organization before 429. */
  testMessages: 10,
  /** Minutes for which test messages are remembered. */
  testMessageWindowMinutes: 1,
  /** Checks of an organization's domain before 429. */
  domainChecks: 20,
  /** Minutes for which they are remembered. */
  domainCheckWindowMinutes: 10,
  /** Minutes before an address may be sent another mail that asks it to confirm. */
  confirmationIntervalMinutes: 5,
};
