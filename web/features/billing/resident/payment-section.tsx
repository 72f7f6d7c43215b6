import { useQuery } from '@tanstack/react-query'
import { useResident } from '#lib/api/me.ts'
import { useLiveState } from '#lib/live/live.ts'
import { useDeferredRender } from '#lib/use-deferred-render.ts'
import { ConnectionBadge } from '#ui/connection-badge.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { useTurnToLastPage } from '#ui/list-pages/use-turn-to-last-page.ts'
import { Pager } from '#ui/lists/pager.tsx'
import { listLabels, RecordTable, stackColumns } from '#ui/lists/record-table.tsx'
import { CardSkeletons, TableSkeleton } from '#ui/lists/skeletons.tsx'
import { SortLine } from '#ui/lists/sort.tsx'
import { RowMenu } from '#ui/overlays/row-menu.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useIsCrowdedDesk, useIsPhone } from '#ui/use-media.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { paymentsQuery } from '../calls.ts'
import { useLivePayments } from '../use-live-payments.ts'
import { usePaymentActions } from './payment-actions.ts'
import { PaymentCard } from './payment-card.tsx'
import { PAYMENT_COLUMNS, PAYMENT_SORT_KEYS } from './payment-facts.tsx'

/** A resident's live payments: a table on a desktop, cards on a phone. */
export function PaymentSection({ onOpen }: { onOpen: (id: number) => void }) {
  const live = useLiveState()
  return (
    <section className="titled payments" aria-labelledby="payments-title">
      <header>
        <h2 id="payments-title">Payments</h2>
        {live === 'lost' && <ConnectionBadge />}
      </header>
      <Payments onOpen={onOpen} />
    </section>
  )
}

function Payments({ onOpen }: { onOpen: (id: number) => void }) {
  const { id } = useResident()
  const phone = useIsPhone()
  const columns = stackColumns(PAYMENT_COLUMNS, useIsCrowdedDesk())
  const actions = usePaymentActions(onOpen)
  const {
    filter: asked,
    turn,
    sorting,
  } = useListParams({ keys: PAYMENT_SORT_KEYS, newest: 'created_at', forResident: true })
  const filter = { page: asked.page, limit: asked.limit, searchTerm: '', sort: asked.sort }
  const query = useQuery(paymentsQuery(filter))
  const { data: list, isPlaceholderData } = query
  const marks = useLivePayments(channels.clientPayments(id), filter)
  useTurnToLastPage(filter, query, turn)
  const drawn = useDeferredRender(list !== undefined)
  if (!list || !drawn) {
    return (
      <QueryState query={query} title="We could not load your payments">
        {phone ? (
          <CardSkeletons count={2} />
        ) : (
          <TableSkeleton columns={listLabels(columns)} actions count={4} />
        )}
      </QueryState>
    )
  }
  if (list.total === 0)
    return <EmptyState title="No payments yet">What you pay is listed here, with its receipt.</EmptyState>
  const pager = list.total > filter.limit && (
    <Pager {...filter} total={list.total} sorted={filter.sort !== undefined} onPage={turn} />
  )
  if (phone) {
    return (
      <>
        {list.total > 1 && <SortLine sorting={sorting} />}
        <div className="cards">
          {list.data.map((payment) => (
            <PaymentCard
              key={payment.id}
              payment={payment}
              mark={marks.get(payment.id)}
              onOpen={() => onOpen(payment.id)}
              menu={<RowMenu label={`Actions for ${payment.referenceNumber}`} actions={actions(payment)} />}
            />
          ))}
        </div>
        {pager}
      </>
    )
  }
  return (
    <section className="panel records" aria-busy={isPlaceholderData}>
      <div className="scroll">
        <RecordTable
          caption="Payments"
          columns={columns}
          rows={list.data}
          nameOf={({ referenceNumber }) => referenceNumber}
          marks={marks}
          sorting={sorting}
          onOpen={({ id: opened }) => onOpen(opened)}
          actions={actions}
          menu
        />
      </div>
      {pager}
    </section>
  )
}
