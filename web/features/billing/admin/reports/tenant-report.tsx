import '../../../../ui/list-pages/styles.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CsvChoice } from '../../../../lib/api/chosen-rows.ts'
import { saveText } from '../../../../lib/api/save-file.ts'
import { useLiveRefetch } from '../../../../lib/live/live-refetch.ts'
import { useListParams } from '../../../../ui/list-pages/list-params.ts'
import { ListPage } from '../../../../ui/list-pages/list-page.tsx'
import type { CardWords, RecordColumn } from '../../../../ui/lists/record-table.tsx'
import { PdfButton } from '../../pdf-button.tsx'
import { ReportFigures } from './report-figures.tsx'

interface ReportRow {
  id: number
  clientCode: string
  uoccname: string
}

interface TenantReportProps<Answer, Row extends ReportRow> {
  title: string
  /** Name of the saved files, without their endings. */
  name: string
  /** Address of the call that gives the PDF. */
  pdf: string
  query: UseQueryOptions<{ data: Answer[]; total: number }>
  /** Returns the rows of an answer in the order of the list. */
  rowsOf: (answer: readonly Answer[]) => readonly Row[]
  columns: readonly RecordColumn<Row>[]
  card: (row: Row) => CardWords
  csv: (rows: readonly Row[]) => string
  things: string
  purpose: string
  /** Days of the report. */
  days: ReactNode
  /** Labels and values above the list, of all rows that are found. */
  facts: (rows: readonly Row[]) => readonly (readonly [string, string])[]
}

/** A report of tenants that comes whole, and is searched, paged and saved here: its totals are of all that is found. */
export function TenantReport<Answer, Row extends ReportRow>(props: TenantReportProps<Answer, Row>) {
  const { query: asked, rowsOf, csv, name, pdf, days, facts, ...page } = props
  const list = useListParams()
  useLiveRefetch(channels.tenants, ['billings'])
  const { filter } = list
  const query = useQuery({
    ...asked,
    select: ({ data }) => {
      const wanted = filter.searchTerm.toLowerCase()
      const all = rowsOf(data).filter(({ clientCode, uoccname }) =>
        `${clientCode}\n${uoccname}`.toLowerCase().includes(wanted),
      )
      const from = (filter.page - 1) * filter.limit
      return {
        all,
        data: all.slice(from, from + filter.limit),
        total: all.length,
        from: all.length && from + 1,
      }
    },
  })
  const all = query.data?.all ?? []
  const save = (choice: CsvChoice): void => {
    const isChosen =
      'ids' in choice ? (id: number) => choice.ids.includes(id) : (id: number) => !choice.except.has(id)
    saveText(`${name}.csv`, csv(all.filter(({ id }) => isChosen(id))))
  }
  return (
    <ListPage
      {...page}
      searchHint="Search client code or name"
      list={list}
      query={query}
      csv={{ busy: false, download: save }}
      tools={<PdfButton path={pdf} name={name} besideSearch />}
      nameOf={({ clientCode }) => clientCode}
      filters={<ReportFigures facts={facts(all)}>{days}</ReportFigures>}
    />
  )
}
