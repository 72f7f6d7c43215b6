import type { UseQueryOptions } from '@tanstack/react-query'
import { RecordList } from '#ui/list-pages/record-list.tsx'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { renderTenantHeading } from '../../tenant-words.tsx'
import { type PageFilter, usePaged } from '../../use-paged.ts'

export const PAYER_COLUMN: RecordColumn<Payment> = {
  label: 'Tenant',
  look: 'wide',
  show: ({ tenant }) => renderTenantHeading(tenant),
}

interface CounterListProps {
  title: string
  things: string
  getQuery: (filter: PageFilter) => UseQueryOptions<ListOf<Payment>>
  columns: readonly RecordColumn<Payment>[]
  card: (payment: Payment) => CardWords
}

export function CounterList({ title, things, getQuery, columns, card }: CounterListProps) {
  const list = usePaged(getQuery)
  if (list.query.data?.total === 0) return null
  return (
    <section className="sec">
      <h2>{title}</h2>
      <RecordList
        caption={title}
        {...list}
        things={things}
        // Never visible, because an empty list is hidden.
        purpose=""
        columns={columns}
        card={card}
        getName={({ referenceNumber }) => referenceNumber}
      />
    </section>
  )
}
