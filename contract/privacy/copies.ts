/** Per tenant, without failed copies (rules 26). */
export const COPIES_A_DAY = 3
/** Then the file is deleted. */
export const COPY_DAYS = 3
export const COPY_LINK_SECONDS = 3600
