import { Type, type Static } from 'typebox'
import { Id } from './answers.ts'
import { LIMITS } from './limits.ts'
import { PASSWORD_LENGTH } from './password.ts'
import { sortsOf, type Sort } from './sorting.ts'

/** Schemas that the requests of several areas share. */

/** `{id}` in a path. */
export const IdParams = Type.Object({ id: Id })

/** The `updated_at` of a change. */
export const LastSeen = Type.Optional(
  Type.String({ description: 'As last seen; 409 when the record has changed since' }),
)

/** A text that must be given; `message` is told at the field when it is missing, empty or blank. */
export function requiredText(message: string, options: { maxLength?: number } = {}) {
  return Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', 'x-message': message, ...options })
}

/** A password that must be given: hashing takes time by the byte. */
export const passwordText = (message = 'Please input your password!') =>
  requiredText(message, { maxLength: PASSWORD_LENGTH.max })

/** The query of every list: `?page=1&limit=10&searchTerm=&status=` (rules 13.1). Out of range answers 400. */
export const ListQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: LIMITS.page, default: 1 }),
  limit: Type.Integer({
    minimum: 0,
    maximum: LIMITS.allRows,
    default: LIMITS.pageSize,
    description: `0 is all, up to ${LIMITS.allRows} rows.`,
  }),
  searchTerm: Type.String({ maxLength: LIMITS.searchTerm, default: '', description: 'Matched literally.' }),
  status: Type.String({ pattern: '^[1-6]?$', default: '', description: 'Empty shows all.' }),
})
export type ListQuery = Static<typeof ListQuery>

/** The query of a list without a search. */
export const PageQuery = Type.Pick(ListQuery, ['page', 'limit'])

/** The order of a list that can be sorted by these keys. Anything else answers 400. */
export function sortField(keys: readonly string[]) {
  return Type.Unsafe<Sort>({
    type: 'string',
    enum: ['', ...sortsOf(keys)],
    default: '',
    description: `A key, ascending, or with a minus before it descending; empty is the newest first. Every order but that ends after ${LIMITS.sortedRows.toLocaleString('en')} rows.`,
  })
}

/** The choice of rows of a CSV file (rules 13.12): ids, or with `all` every row of the filter. */
export const CsvQuery = Type.Object({
  selectedIds: Type.Optional(Type.String({ maxLength: 200_000, pattern: '^(\\d{1,15}(,\\d{1,15})*)?$' })),
  all: Type.Optional(Type.Literal('1', { description: 'Every row of the filter, however many.' })),
  searchTerm: ListQuery.properties.searchTerm,
})
