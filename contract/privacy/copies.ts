/** Copies of one tenant that are made within a day, failed ones not counted (rules 26). */
export const COPIES_A_DAY = 3
/** Days after which the file of a copy is deleted. */
export const COPY_DAYS = 3
/** Seconds for which a link to a copy is valid. */
export const COPY_LINK_SECONDS = 3600
