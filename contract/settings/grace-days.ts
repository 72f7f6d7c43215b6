/** Pattern of the setting of grace days (rules 20.1): 0 to 365, or empty for none. */
export const GRACE_DAYS = /^(?:\d{1,2}|[12]\d\d|3[0-5]\d|36[0-5])?$/

export const GRACE_DAYS_MESSAGE = 'Please input a whole number of days, 365 at most.'
