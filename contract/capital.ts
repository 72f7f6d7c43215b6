/** Returns words that begin with a capital letter, as a sentence or a heading does. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
