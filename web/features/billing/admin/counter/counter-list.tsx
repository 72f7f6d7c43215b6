import type { UseQueryOptions } from '@tanstack/react-query'
import { DataList } from '#ui/list-pages/data-list.tsx'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { renderTenantHeading } from '../../tenant-columns.tsx'
import { type PageFilter, usePagedQuery } from '../../use-paged-query.ts'

export const PAYER_COLUMN: TableColumn<Payment> = {
  label: 'Tenant',
  look: 'wide',
  renderCell: ({ tenant }) => renderTenantHeading(tenant),
}

interface CounterListProps {
  title: string
  pluralNoun: string
  getQuery: (filter: PageFilter) => UseQueryOptions<ListOf<Payment>>
  columns: readonly TableColumn<Payment>[]
  card: (payment: Payment) => CardContent
}

export function CounterList({ title, pluralNoun, getQuery, columns, card }: CounterListProps) {
  const list = usePagedQuery(getQuery)
  if (list.query.data?.total === 0) return null
  return (
    <section className="sec">
      <h2>{title}</h2>
      <DataList
        caption={title}
        {...list}
        pluralNoun={pluralNoun}
        // This text is never visible, because an empty list is hidden.
        purpose=""
        columns={columns}
        card={card}
        getName={({ referenceNumber }) => referenceNumber}
      />
    </section>
  )
}
