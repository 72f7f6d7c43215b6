import '../../../../ui/list-pages/styles.ts'
import { PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveText } from '../../../../lib/api/save-file.ts'
import { pesos } from '../../../../lib/money.ts'
import { instantOf, showDate, wallNow, wallOf } from '../../../../lib/time.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { DateTimeField } from '../../../../ui/controls/date-time-field.tsx'
import { Field } from '../../../../ui/controls/field.tsx'
import { RecordList } from '../../../../ui/list-pages/record-list.tsx'
import type { CardWords, RecordColumn } from '../../../../ui/lists/record-table.tsx'
import { PageHead } from '../../../../ui/page-head.tsx'
import { Facts } from '../../../../ui/values/facts.tsx'
import { collectionsQuery } from '../../calls.ts'
import { PdfButton } from '../../pdf-button.tsx'
import { collectedDays, collectedInAll, collectionsCsv, type CollectedDay } from './collections.ts'
import './collections.css'

const amount = (value: number): string => (value === 0 ? '–' : pesos(value))

const COLUMNS: readonly RecordColumn<CollectedDay>[] = [
  { label: 'Day', look: 'c-num', show: ({ day }) => showDate(day) },
  ...PAYMENT_TYPES.map(({ type, label }): RecordColumn<CollectedDay> => ({
    label,
    look: 'c-num right',
    show: ({ posted }) => amount(posted[type] ?? 0),
  })),
  { label: 'Reversed', look: 'c-num right', show: ({ reversed }) => amount(-reversed) },
  { label: 'Total', look: 'c-num right', show: ({ total }) => <b>{amount(total)}</b> },
]

const cardOf = ({ day, posted, reversed, total }: CollectedDay): CardWords => ({
  heading: showDate(day),
  words: (
    <>
      <p className="num">
        <b>{pesos(total)}</b>
      </p>
      {PAYMENT_TYPES.map(
        ({ type, label }) =>
          posted[type] !== 0 && <p key={type} className="num">{`${label}: ${pesos(posted[type] ?? 0)}`}</p>,
      )}
      {reversed !== 0 && <p className="num">{`Reversed: ${pesos(-reversed)}`}</p>}
    </>
  ),
})

const today = (): string => wallNow().slice(0, 10)

/** Posted payments less reversals, by day and way of paying, with totals (rules 22.1). */
export default function CollectionsPage() {
  const [from, setFrom] = useState(() => `${today().slice(0, 8)}01`)
  const [to, setTo] = useState(today)
  const query = useQuery({
    ...collectionsQuery(from, to),
    select: ({ data }) => ({ data: collectedDays(data), total: data.length, all: collectedInAll(data) }),
  })
  const { data } = query
  const isEmpty = (data?.data.length ?? 0) === 0
  const day = (label: string, value: string, change: (day: string) => void) => (
    <Field label={label}>
      <DateTimeField
        withTime={false}
        noFuture
        value={instantOf(value)}
        onChange={(chosen) => change(wallOf(chosen ?? '')?.slice(0, 10) ?? today())}
      />
    </Field>
  )
  return (
    <div className="office collections">
      <PageHead title="Collections" />
      <div className="figures">
        {day('From', from, setFrom)}
        {day('To', to, setTo)}
        <Facts
          facts={[
            ['Total', pesos(data?.all.total ?? 0)],
            ['Reversed', amount(-(data?.all.reversed ?? 0))],
          ]}
        />
        <div className="acts">
          <Button
            icon={Download}
            disabled={isEmpty}
            onClick={() => saveText(`Collections ${from} to ${to}.csv`, collectionsCsv(data?.data ?? []))}
          >
            Download CSV
          </Button>
          <PdfButton
            path={`/collections/pdf?from=${from}&to=${to}`}
            name={`Collections ${from} to ${to}`}
            disabled={isEmpty}
          />
        </div>
      </div>
      <RecordList
        caption="Collections"
        query={query}
        filter={{ page: 1, limit: 0, searchTerm: '' }}
        things="collections"
        purpose="Days on which a payment was posted or reversed appear here."
        columns={COLUMNS}
        card={cardOf}
        nameOf={(row) => showDate(row.day)}
        narrow
      />
    </div>
  )
}
