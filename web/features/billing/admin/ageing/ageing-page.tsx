import type { AgedTenant } from '@tahanan/contract/billing/answers.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ageingQuery } from '../../calls.ts'
import { saveText } from '../../../../lib/api/save-file.ts'
import type { CsvChoice } from '../../../../lib/api/chosen-rows.ts'
import { useLiveRefetch } from '../../../../lib/live/live-refetch.ts'
import { pesos } from '../../../../lib/money.ts'
import { instantOf, wallNow, wallOf } from '../../../../lib/time.ts'
import { DateTimeField } from '../../../../ui/controls/date-time-field.tsx'
import { Field } from '../../../../ui/controls/field.tsx'
import { useListParams } from '../../../../ui/list-pages/list-params.ts'
import type { CardWords, RecordColumn } from '../../../../ui/lists/record-table.tsx'
import { ListPage } from '../../../../ui/list-pages/list-page.tsx'
import { Facts } from '../../../../ui/values/facts.tsx'
import { PdfButton } from '../../pdf-button.tsx'
import { AGES, agedRows, agedTotals, ageingCsv, type AgedRow } from './ageing.ts'
import './ageing.css'

const amount = (value: number): string => (value === 0 ? '–' : pesos(value))

const COLUMNS: readonly RecordColumn<AgedRow>[] = [
  { label: 'Client Code', look: 'c-num', show: ({ clientCode }) => clientCode },
  { label: 'Uoccname', look: 'wide', show: ({ uoccname }) => uoccname },
  ...AGES.map(({ key, label }): RecordColumn<AgedRow> => ({
    label,
    look: 'c-num right',
    show: (row) => amount(row[key]),
  })),
  { label: 'Left To Pay', look: 'c-num right', show: ({ leftToPay }) => <b>{amount(leftToPay)}</b> },
]

const cardOf = (row: AgedRow): CardWords => ({
  heading: (
    <>
      {row.uoccname} <small className="num">{row.clientCode}</small>
    </>
  ),
  words: (
    <>
      <p className="num">
        <b>{row.credit > 0 ? `Credit ${pesos(row.credit)}` : pesos(row.leftToPay)}</b>
      </p>
      {AGES.map(
        ({ key, label }) =>
          key !== 'credit' &&
          row[key] !== 0 && <p key={key} className="num">{`${label}: ${pesos(row[key])}`}</p>,
      )}
    </>
  ),
})

const today = (): string => wallNow().slice(0, 10)

/** Open amounts of tenants by their age, the largest first, with totals (rules 16.10). */
export default function AgeingPage() {
  const list = useListParams()
  const [asOf, setAsOf] = useState(today)
  useLiveRefetch(channels.tenants, ['billings'])
  const { page, limit, searchTerm } = list.filter
  const found = (tenants: readonly AgedTenant[]): AgedRow[] => {
    const wanted = searchTerm.toLowerCase()
    return agedRows(tenants).filter(({ clientCode, uoccname }) =>
      `${clientCode}\n${uoccname}`.toLowerCase().includes(wanted),
    )
  }
  const query = useQuery({
    ...ageingQuery(asOf),
    select: ({ data }) => {
      const all = found(data)
      const from = (page - 1) * limit
      return {
        all,
        data: all.slice(from, from + limit),
        total: all.length,
        from: all.length > 0 ? from + 1 : 0,
      }
    },
  })
  const all = query.data?.all ?? []
  const totals = agedTotals(all)
  const save = (choice: CsvChoice): void => {
    const chosen = 'ids' in choice ? new Set(choice.ids) : undefined
    saveText(
      `Ageing ${asOf}.csv`,
      ageingCsv(
        all.filter(({ id }) => (chosen ? chosen.has(id) : !('except' in choice && choice.except.has(id)))),
      ),
    )
  }
  return (
    <ListPage
      title="Ageing"
      className="ageing"
      searchHint="Search client code or name"
      list={list}
      query={query}
      things="tenants"
      purpose="Tenants who owe something, or have credit, appear here."
      csv={{ busy: false, download: save }}
      tools={<PdfButton path={`/ageing/pdf?asOf=${asOf}`} name={`Ageing ${asOf}`} besideSearch />}
      columns={COLUMNS}
      card={cardOf}
      nameOf={({ clientCode }) => clientCode}
      filters={
        <div className="figures">
          <Field label="As of">
            <DateTimeField
              withTime={false}
              noFuture
              value={instantOf(asOf)}
              onChange={(value) => setAsOf(wallOf(value ?? '')?.slice(0, 10) ?? today())}
            />
          </Field>
          <Facts
            facts={[
              ['Left To Pay', pesos(totals.leftToPay)],
              ...AGES.map(({ key, label }) => [label, pesos(totals[key])] as const),
            ]}
          />
        </div>
      }
    />
  )
}
