/**
 * An inbox holds the newest 1,000 notifications of the last 90 days since the reader's account was made; `total` and the
 * count of unread ones are exact within it. Older ones are removed.
 */
export const INBOX = { days: 90, rows: 1000, idsPerCall: 1000 } as const
