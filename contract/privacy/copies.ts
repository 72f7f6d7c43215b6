/** Maximum of copies of the personal data per tenant and day. Failed copies do not count (rules 26). */
export const MAX_COPIES_PER_DAY = 3
export const COPY_RETENTION_DAYS = 3
export const COPY_LINK_SECONDS = 3600
