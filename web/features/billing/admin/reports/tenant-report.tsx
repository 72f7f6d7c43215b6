import '#ui/list-pages/styles.ts'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { slicePage } from '#lib/api/row-queries.ts'
import { saveText } from '#lib/api/save-file.ts'
import { filterSelectedRows, type CsvChoice } from '#lib/api/selected-rows.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { formatPesos } from '#lib/money.ts'
import { formatDate } from '#lib/time.ts'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { sumAmounts } from '@tahanan/contract/money.ts'
import { type ReportAmount, formatReportAmount } from '@tahanan/contract/reports/reports.ts'
import { containsSearchTerm } from '@tahanan/contract/text/fold-text.ts'
import { ReportPdfButton } from '../../save-buttons.tsx'
import { TENANT_COLUMNS, renderTenantHeading } from '../../tenant-columns.tsx'
import { ReportFigures } from './report-figures.tsx'
import { formatTenantsCsv, type TenantRow } from './reports-csv.ts'

interface TenantReportProps<Answer, Key extends string, Row extends TenantRow<Key>> {
  title: string
  name: string
  pdf: string
  query: UseQueryOptions<{ data: Answer[]; total: number }>
  toRows: (answer: readonly Answer[]) => readonly Row[]
  isDated?: boolean
  amounts: readonly ReportAmount<Key>[]
  mainKey: Key
  renderSummary: (row: Row) => ReactNode
  /** Amounts that the content of `renderSummary` already shows. A card lists only the other amounts, without zeros. */
  summaryKeys: readonly Key[]
  pluralNoun: string
  emptyTitle: string
  purpose: string
  days: ReactNode
}

/**
 * Shows a report with one row per tenant. The server returns all rows, so search, paging, totals and exports
 * work in the browser.
 */
export function TenantReport<Answer, Key extends string, Row extends TenantRow<Key>>(
  props: TenantReportProps<Answer, Key, Row>,
) {
  const {
    name,
    pdf,
    query: reportQuery,
    toRows,
    isDated = false,
    amounts,
    mainKey,
    renderSummary,
    summaryKeys,
    days,
  } = props
  const list = useListParams()
  useLiveRefetch(liveChannels.tenants, ['billings'])
  const { filter } = list
  const query = useQuery({
    ...reportQuery,
    select: ({ data }) => {
      const unsearchedRows = toRows(data)
      const foundRows = unsearchedRows.filter(({ clientCode, uoccname }) =>
        containsSearchTerm(`${clientCode}\n${uoccname}`, filter.searchTerm),
      )
      return { unsearchedRows, foundRows, ...slicePage(foundRows, filter) }
    },
  })
  const { unsearchedRows = [], foundRows = [] } = query.data ?? {}
  const downloadCsv = (choice: CsvChoice): void => {
    // Rows selected one by one stay selected in another search.
    const rows = filterSelectedRows('ids' in choice ? unsearchedRows : foundRows, choice)
    saveText(`${name}.csv`, formatTenantsCsv(amounts, rows, isDated))
  }
  const columns: readonly TableColumn<Row>[] = [
    ...TENANT_COLUMNS,
    ...(isDated ? [{ label: 'Statement', look: 'c-num', renderCell: renderDay } as const] : []),
    ...amounts.map((amount) => toAmountColumn(amount, amount.key === mainKey)),
  ]
  const toCard = (row: Row): CardContent => ({
    heading: renderTenantHeading(row),
    words: (
      <>
        <p className="num">{renderSummary(row)}</p>
        {amounts.map(
          ({ key, label }) =>
            row[key] !== 0 &&
            !summaryKeys.includes(key) && (
              <p key={key} className="num">{`${label}: ${formatPesos(row[key])}`}</p>
            ),
        )}
      </>
    ),
  })
  return (
    <ListPage
      {...props}
      columns={columns}
      card={toCard}
      searchHint="Search client code or name"
      list={list}
      query={query}
      csv={{ busy: false, download: downloadCsv }}
      tools={<ReportPdfButton path={pdf} name={name} isNextToSearch />}
      getName={({ clientCode }) => clientCode}
      filters={
        <ReportFigures
          facts={amounts.map(({ key, label }) => [
            label,
            query.data ? formatPesos(sumAmounts(foundRows.map((row) => row[key]))) : '–',
          ])}
        >
          {days}
        </ReportFigures>
      }
    />
  )
}

const toAmountColumn = <Key extends string>(
  amount: ReportAmount<Key>,
  isMain: boolean,
): TableColumn<TenantRow<Key>> => ({
  label: amount.label,
  columnAbove: amount.under,
  look: 'c-num right',
  renderCell: (row) => {
    const amountText = formatReportAmount(amount, row[amount.key])
    return isMain ? <b>{amountText}</b> : amountText
  },
})

const renderDay = ({ date }: { date?: string }): ReactNode => date && formatDate(date)
