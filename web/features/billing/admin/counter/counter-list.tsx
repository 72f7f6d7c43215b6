import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordList } from '../../../../ui/list-pages/record-list.tsx'
import type { CardWords, RecordColumn } from '../../../../ui/lists/record-table.tsx'

/** The column of whom a payment is for. */
export const PAYER: RecordColumn<Payment> = {
  label: 'Tenant',
  look: 'wide',
  show: ({ tenant }) => `${tenant.uoccname}, ${tenant.clientCode}`,
}

/** Returns whom a payment is for, as the heading of its card. */
export const payerHeading = ({ tenant }: Payment) => (
  <>
    {tenant.uoccname} <small className="num">{tenant.clientCode}</small>
  </>
)

interface CounterListProps {
  title: string
  things: string
  queryOf: (filter: { page: number; limit: number }) => UseQueryOptions<ListOf<Payment>>
  columns: readonly RecordColumn<Payment>[]
  card: (payment: Payment) => CardWords
}

/** A list of payments under its heading; nothing while it is empty. */
export function CounterList({ title, things, queryOf, columns, card }: CounterListProps) {
  const [page, setPage] = useState(1)
  const filter = { page, limit: LIMITS.pageSize }
  const query = useQuery(queryOf(filter))
  if (query.data?.total === 0) return null
  return (
    <section className="sec">
      <h2>{title}</h2>
      <RecordList
        caption={title}
        query={query}
        things={things}
        // an empty one is not drawn
        purpose=""
        filter={{ ...filter, searchTerm: '' }}
        columns={columns}
        card={card}
        nameOf={({ referenceNumber }) => referenceNumber}
        onPage={setPage}
      />
    </section>
  )
}
