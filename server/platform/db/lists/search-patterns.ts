/** Returns the LIKE pattern that finds a term literally in lower-case text. */
export function likePattern(term: string): string {
  return literalPattern(term.trim())
}

/** Keeps blanks at the ends, which count in a piece of a term. */
function literalPattern(piece: string): string {
  return `%${likePrefix(piece)}`
}

/** Returns the LIKE pattern that finds lower-case texts with this beginning. */
export function likePrefix(beginning: string): string {
  return `${beginning.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Patterns of a search: `indexed` uses the trigram index, `checked` then filters row by row. */
export interface SearchPatterns {
  readonly indexed?: string
  readonly checked?: string
  /** Pattern of the whole term, for client codes and occupant names. */
  readonly tenants?: string
}

/** The index has pieces of three letters or digits; a term without one would read all of it. */
const INDEXED_PIECE = /[a-z0-9]{3}/i
/** Prefix and year of a ticket number match very many tickets, so only the last part is looked up. */
const TICKET_NUMBER = /^[a-z]{2}-\d{4}-(\d{3,})$/i

/** Only the end of a longer term uses the index, since each piece reads all its rows. */
const LONG_TERM = 12
/** Long enough for a family name, which comes last. */
const INDEXED_END = 8

/** Returns the patterns of a search term; together they match exactly like `likePattern`. */
export function searchPatterns(term = ''): SearchPatterns {
  if (term.trim() === '') return {}
  const literal = likePattern(term)
  const [, running] = TICKET_NUMBER.exec(term.trim()) ?? []
  if (running) return { indexed: likePattern(running), checked: literal, tenants: literal }
  const letters = [...term.trim().toLowerCase()]
  const end = letters.slice(-INDEXED_END).join('')
  if (letters.length > LONG_TERM && INDEXED_PIECE.test(end))
    return { indexed: literalPattern(end), checked: literal, tenants: literal }
  return INDEXED_PIECE.test(term)
    ? { indexed: literal, tenants: literal }
    : { checked: literal, tenants: literal }
}
