import './dashboard.css'
import type { UseQueryResult } from '@tanstack/react-query'
import { ChartLine, Download, Table2 } from 'lucide-react'
import { type ComponentType, Suspense, useId, useState } from 'react'
import { saveText } from '#lib/api/save-file.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { SkeletonBars } from '#ui/lists/skeletons.tsx'
import { TableHead } from '#ui/lists/table-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { toCsv } from '@tahanan/contract/csv.ts'
import type { LineStyle } from './figures.ts'

const CHART_PLACEHOLDER = <SkeletonBars className="chartwait" bars={[['100%', 220]]} />

interface ChartTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

interface ChartCardProps<Data> {
  title: string
  className: string
  query: UseQueryResult<Data>
  toTable: (data: Data) => ChartTable
  Picture: ComponentType<{ data: Data }>
  isEmpty: (data: Data) => boolean
  empty: string
  csvFile?: string
}

/**
 * Shows a card with a chart, and the same data as a table. Screen readers read the table. Other users can
 * show it with a button.
 */
export function ChartCard<Data>(props: ChartCardProps<Data>) {
  const { title, className, query, toTable, Picture, isEmpty, empty, csvFile } = props
  const id = useId()
  const [isTableShown, setTableShown] = useState(false)
  const { data } = query
  const hasChart = data !== undefined && !isEmpty(data)
  return (
    <section className={`tile chartcard ${className}`} aria-labelledby={id}>
      <header className="row">
        <h2 id={id}>{title}</h2>
        {hasChart && csvFile && <CsvButton file={csvFile} {...toTable(data)} />}
        {hasChart && (
          <Button
            kind="quiet"
            icon={isTableShown ? ChartLine : Table2}
            aria-describedby={id}
            onClick={() => setTableShown(!isTableShown)}
          >
            {isTableShown ? 'Show as chart' : 'Show as table'}
          </Button>
        )}
      </header>
      {data === undefined && (
        <QueryState query={query} title="We could not load these figures">
          {CHART_PLACEHOLDER}
        </QueryState>
      )}
      {data !== undefined && isEmpty(data) && <p className="nothing">{empty}</p>}
      {hasChart && !isTableShown && (
        <Suspense fallback={CHART_PLACEHOLDER}>
          <Picture data={data} />
        </Suspense>
      )}
      {hasChart && (
        <div
          className={isTableShown ? 'figures' : 'visually-hidden'}
          {...(isTableShown && { tabIndex: 0, role: 'group', 'aria-labelledby': id })}
        >
          <FigureTable caption={title} {...toTable(data)} />
        </div>
      )}
    </section>
  )
}

export function LineSample({ colour, dash }: Pick<LineStyle, 'colour' | 'dash'>) {
  return (
    <svg viewBox="0 0 28 8" width="28" height="8">
      <path d="M1 4h26" stroke={`var(${colour})`} strokeWidth="2.5" strokeDasharray={dash.join(' ')} />
    </svg>
  )
}

export function CsvButton({ file, columns, rows }: ChartTable & { file: string }) {
  const downloadCsv = (): void => {
    const csvRows = rows.map((row) => row.map((plain) => ({ plain })))
    saveText(file, toCsv(columns, csvRows))
  }
  return <IconButton icon={Download} label={`Download ${file}`} onClick={downloadCsv} />
}

function FigureTable({ caption, columns, rows }: ChartTable & { caption: string }) {
  const figureColumns = columns.filter(
    (_, index) => index > 0 && rows.some((row) => /\d/.test(String(row[index]))),
  )
  return (
    <table className="table">
      <caption className="visually-hidden">{caption}</caption>
      <TableHead columns={columns} right={figureColumns} />
      <tbody>
        {rows.map(([name, ...cells], row) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other key
          <tr key={row}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => {
              const column = columns[index + 1]
              return (
                <td
                  key={column}
                  className={column && figureColumns.includes(column) ? 'num right' : undefined}
                >
                  {cell}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
