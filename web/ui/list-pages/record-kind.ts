import type { EditableRow } from '#ui/forms/form-sheet.tsx'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import type { SortKey } from '#ui/lists/sort.tsx'
import type { Form } from '@tahanan/contract/forms/fields.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'

export interface RecordKind<Row extends EditableRow> {
  page: PageName
  title: string
  rowPath: string
  listPath: string
  form: Form
  noun: { one: string; many: string }
  searchHint: string
  purpose: string
  getName: (row: Row) => string
  columns: readonly TableColumn<Row>[]
  card: (row: Row) => CardContent
  /** Sort keys of the list. `newest` is the column whose descending order is newest first. */
  sortKeys?: readonly SortKey[]
  newest?: string
  /**
   * Returns whether a row matches the search term. Needed if the browser has the whole list (rules 9.16).
   * Without it the server searches.
   */
  matches?: (row: Row, term: string) => boolean
  lossWarning?: string
}
