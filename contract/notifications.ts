/**
 * Limits of an inbox: the newest notifications of the last 90 days since the account was created. `total` and
 * the number of unread ones are exact within them. Older ones are deleted.
 */
export const INBOX = { days: 90, rows: 1000, idsPerCall: 1000 } as const
