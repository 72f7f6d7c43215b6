/** Results of a kind at most: a search that finds more should be longer (rules 13.11). */
export const MOST_OF_A_KIND = 8
