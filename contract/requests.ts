import { Type, type Static, type TProperties } from 'typebox'
import { Id } from './answers.ts'
import { LIMITS } from './limits.ts'
import { UNIT_LENGTH, type TicketFilterKey } from './lists/filters.ts'
import { PASSWORD_LENGTH } from './password.ts'
import { listSorts, type Sort } from './sorting.ts'
import { VISIBLE_CHARACTER_PATTERN } from './text/one-line.ts'

export const IdParams = Type.Object({ id: Id })

/**
 * The record's `updated_at` that the caller last saw. If the record changed since, the call is refused with
 * 409 (optimistic locking).
 */
export const LastSeenVersion = Type.Optional(
  Type.String({ description: 'As last seen; 409 when the record has changed since' }),
)

/**
 * Returns the schema of a text that must not be blank. `message` is the error of a missing, empty or blank
 * text.
 */
export function createRequiredText(message: string, options: { maxLength?: number } = {}) {
  return Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: VISIBLE_CHARACTER_PATTERN,
    'x-message': message,
    ...options,
  })
}

/** The length is limited because hashing a long password takes long. */
export const createPasswordText = (message = 'Please input your password!') =>
  createRequiredText(message, { maxLength: PASSWORD_LENGTH.max })

/** Version of the privacy notice that the login page showed; sent with the login (rules 26.15). */
export const ShownNoticeVersion = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Version of the privacy notice that the page showed; ignored unless it is published',
  }),
)

/** Query of every list (rules 13.1). */
export const ListQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: LIMITS.page, default: 1 }),
  limit: Type.Integer({
    minimum: 0,
    maximum: LIMITS.allRows,
    default: LIMITS.pageSize,
    description: `0 is all, up to ${LIMITS.allRows} rows.`,
  }),
  searchTerm: Type.String({
    maxLength: LIMITS.searchTerm,
    default: '',
    description: 'Its words are matched literally, in any order.',
  }),
  status: Type.String({ pattern: '^[1-6]?$', default: '', description: 'Empty shows all.' }),
})
export type ListQuery = Static<typeof ListQuery>

export const PageQuery = Type.Pick(ListQuery, ['page', 'limit'])

export function createSortParam(keys: readonly string[]) {
  return Type.Unsafe<Sort>({
    type: 'string',
    enum: ['', ...listSorts(keys)],
    default: '',
    description:
      'A key, ascending, or with a minus before it descending; empty is the newest first. ' +
      `Every order but that ends after ${LIMITS.sortedRows.toLocaleString('en')} rows.`,
  })
}

function createFilterParam(pattern: string, message: string, description: string) {
  return Type.Optional(Type.String({ pattern: `^(${pattern})?$`, 'x-message': message, description }))
}

const DAY_PATTERN = String.raw`\d{4}-\d{2}-\d{2}`
const DAY_MESSAGE = 'This must be a day, as 2026-03-14.'

export const tenantParam = createFilterParam(String.raw`\d{1,15}`, 'This must be a tenant.', 'One tenant.')

const FILTER_PARAMS = {
  from: createFilterParam(
    DAY_PATTERN,
    DAY_MESSAGE,
    'First day of the community, of creation or as `by` says.',
  ),
  to: createFilterParam(DAY_PATTERN, DAY_MESSAGE, 'Last day.'),
  by: createFilterParam('main', 'This must be main.', '`main`: days are of the main date.'),
  tenantId: tenantParam,
  unit: Type.Optional(
    Type.String({ maxLength: UNIT_LENGTH, description: 'Beginning of the unit number or client code.' }),
  ),
  assigneeId: createFilterParam(
    String.raw`\d{1,15}`,
    'This must be an administrator.',
    'Assignee; `0` is nobody.',
  ),
  late: createFilterParam(
    '1',
    'This must be 1.',
    '`1`: the due time has passed and the status is 1, 2 or 3.',
  ),
}

export const createChoiceParam = (values: readonly (string | number)[]) =>
  createFilterParam(values.join('|'), 'This is not one of the choices.', `One of ${values.join(', ')}.`)

export function createFilterParams(
  keys: readonly TicketFilterKey[],
  { types = [], lastStatus = 6 }: { types?: readonly (string | number)[]; lastStatus?: number } = {},
) {
  const querySchemas = {
    ...FILTER_PARAMS,
    statuses: createFilterParam(
      `[1-${lastStatus}](,[1-${lastStatus}]){0,${lastStatus - 1}}`,
      'These must be statuses, as 1,2.',
      'Several statuses: `1,2`.',
    ),
    type: createChoiceParam(types),
  }
  return Object.fromEntries(keys.map((key) => [key, querySchemas[key]])) as typeof querySchemas
}

/** Refuses unknown parameters with 400, because otherwise a mistyped filter would return all rows. */
export function createStrictQuery<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false })
}

/** Selects the rows of a CSV file: by ids, or all rows that match the filters of the list (rules 13.12). */
export const CsvQuery = Type.Object({
  selectedIds: Type.Optional(Type.String({ maxLength: 200_000, pattern: '^(\\d{1,15}(,\\d{1,15})*)?$' })),
  all: Type.Optional(Type.Literal('1', { description: 'Every row of the filter, however many.' })),
  searchTerm: ListQuery.properties.searchTerm,
})
export type CsvQuery = Static<typeof CsvQuery>

export const createSortedCsvQuery = (keys: readonly string[]) =>
  Type.Object({ ...CsvQuery.properties, sort: createSortParam(keys) })
export type SortedCsvQuery = Static<ReturnType<typeof createSortedCsvQuery>>

/**
 * Returns the query schema of a record list. A list without pages (`whole`) returns all records by default.
 */
export function createRecordListQuery({ whole }: { readonly whole?: boolean }) {
  const { page, limit, searchTerm } = ListQuery.properties
  return Type.Object({ page, limit: { ...limit, default: whole ? 0 : LIMITS.pageSize }, searchTerm })
}
