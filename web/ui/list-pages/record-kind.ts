import type { FormRecord } from '#ui/forms/form-sheet.tsx'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import type { Form } from '@tahanan/contract/forms/fields.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'

/** A kind of record that the office keeps: its calls, its form, and how its list shows it. */
export interface RecordKind<Row extends FormRecord> {
  /** Page of the permissions view, add, edit and delete. */
  page: PageName
  /** Title of the page. */
  title: string
  one: string
  /** Path of the list, and its live channel. */
  many: string
  form: Form
  /** 'amenity', 'amenities', in lower case */
  noun: { one: string; many: string }
  searchHint: string
  /** The sentence of the empty list. */
  purpose: string
  nameOf: (row: Row) => string
  columns: readonly RecordColumn<Row>[]
  card: (row: Row) => CardWords
  /** The list is not paged and is searched here (rules 9.16); otherwise the server searches. */
  matches?: (row: Row, term: string) => boolean
  /** Said before one is deleted: what goes with it. */
  loss?: string
}
