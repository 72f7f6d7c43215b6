import type { FormRecord } from '#ui/forms/form-sheet.tsx'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import type { SortKey } from '#ui/lists/sort.tsx'
import type { Form } from '@tahanan/contract/forms/fields.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'

export interface RecordKind<Row extends FormRecord> {
  page: PageName
  title: string
  one: string
  many: string
  form: Form
  /** Lower-case noun: 'amenity', 'amenities'. */
  noun: { one: string; many: string }
  searchHint: string
  purpose: string
  nameOf: (row: Row) => string
  columns: readonly RecordColumn<Row>[]
  card: (row: Row) => CardWords
  /** Orders of the list, and the column whose descending order is the newest first. */
  sortKeys?: readonly SortKey[]
  newest?: string
  /** Searches in the browser a list that is not paged (rules 9.16); otherwise the server searches. */
  matches?: (row: Row, term: string) => boolean
  loss?: string
}
