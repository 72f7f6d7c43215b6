/** A search term as a LIKE pattern that matches it literally, without regard to case. */
export function likePattern(term: string): string {
  return literalPattern(term.trim())
}

/** Returns the pattern of a piece of a term, whose blanks at the ends count. */
function literalPattern(piece: string): string {
  return `%${piece.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Patterns of a search: the one that the trigram index answers, and the one that is then checked row by row. */
export interface SearchPatterns {
  readonly indexed?: string
  readonly checked?: string
  /** The term as it stands, for the client codes and occupant names of tenants. */
  readonly tenants?: string
}

/** The index knows pieces of three letters or digits; for a term without any it would be read from end to end. */
const INDEXED_PIECE = /[a-z0-9]{3}/i
/** Prefix and year of a ticket number stand on very many tickets: looking their pieces up takes longer than all the rest. */
const TICKET_NUMBER = /^[a-z]{2}-\d{4}-(\d{3,})$/i

/** For a term longer than this the index is asked for its end only: each piece costs a walk along all that hold it. */
const LONG = 12
/** Family names stand last. */
const ASKED_OF_LONG = 8

/** The patterns of a search term, none of an empty one. Together they match exactly what `likePattern` matches. */
export function searchPatterns(term = ''): SearchPatterns {
  if (term.trim() === '') return {}
  const literal = likePattern(term)
  const [, running] = TICKET_NUMBER.exec(term.trim()) ?? []
  if (running) return { indexed: likePattern(running), checked: literal, tenants: literal }
  const letters = [...term.trim().toLowerCase()]
  const end = letters.slice(-ASKED_OF_LONG).join('')
  if (letters.length > LONG && INDEXED_PIECE.test(end))
    return { indexed: literalPattern(end), checked: literal, tenants: literal }
  return INDEXED_PIECE.test(term)
    ? { indexed: literal, tenants: literal }
    : { checked: literal, tenants: literal }
}
