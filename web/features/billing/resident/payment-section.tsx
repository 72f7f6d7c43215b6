import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useResident } from '#lib/api/me.ts'
import { useLiveState } from '#lib/live/live.ts'
import { formatBalance, formatPesos } from '#lib/money.ts'
import { formatDateTime } from '#lib/time.ts'
import { useDeferredRender } from '#lib/use-deferred-render.ts'
import { ConnectionBadge } from '#ui/connection-badge.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { useTurnToLastPage } from '#ui/list-pages/use-turn-to-last-page.ts'
import { type TableColumn, DataTable, listColumnLabels, stackColumns } from '#ui/lists/data-table.tsx'
import { LiveMark } from '#ui/lists/live-rows.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { CardSkeletons, TableSkeleton } from '#ui/lists/skeletons.tsx'
import { type SortKey, SortSelect } from '#ui/lists/sort.tsx'
import { RowMenu } from '#ui/overlays/row-menu.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useIsCrowdedDesktop, useIsPhone } from '#ui/use-media-query.ts'
import { DateTimeText } from '#ui/values/date-time-text.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { simplifyGatewayMessage } from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { paymentsQuery } from '../calls.ts'
import { getRetryAddress } from '../payment-outcome.ts'
import { OutcomeLine, PaymentStatusTag, SandboxTag, SlipLine } from '../payment-tags.tsx'
import { getMethodLabel } from '../payment.ts'
import { useLivePayments } from '../use-live-payments.ts'
import { usePaymentActions } from './payment-actions.ts'

const renderText = (text: string): ReactNode => (text === '' ? null : <span className="clip">{text}</span>)

const PAYMENT_SORT_KEYS: readonly SortKey[] = [
  { key: 'created_at', label: 'Created Date', kind: 'date' },
  { key: 'transactionDate', label: 'Transaction Date', kind: 'date' },
  { key: 'status', label: 'Status', kind: 'status' },
]

/** Columns of a resident's payments. Rules 8.28 prescribe their order. */
const PAYMENT_COLUMNS: readonly TableColumn<Payment>[] = [
  {
    label: 'Created Date',
    look: 'c-num',
    isRowOpener: true,
    renderCell: ({ created_at }) => <DateTimeText value={created_at} fold />,
  },
  {
    label: 'Invoice Date',
    columnAbove: 'Created Date',
    look: 'c-num',
    renderCell: ({ invoiceDate }) => <DateTimeText value={invoiceDate} day />,
  },
  {
    label: 'Transaction Date',
    look: 'c-num',
    renderCell: ({ transactionDate }) => <DateTimeText value={transactionDate} fold />,
  },
  {
    label: 'Soa Amount',
    columnAbove: 'Paid Amount',
    look: 'c-num right',
    renderCell: ({ soaAmount }) => formatBalance(soaAmount),
  },
  {
    label: 'Paid Amount',
    look: 'c-num right',
    renderCell: ({ amountPaid }) => <b>{formatPesos(amountPaid)}</b>,
  },
  { label: 'Type', look: 'wide', renderCell: ({ type }) => getMethodLabel(type) },
  {
    label: 'Status',
    renderCell: (payment) => (
      <>
        <PaymentStatusTag status={payment.status} reversed={payment.reversed} />
        <SlipLine payment={payment} />
      </>
    ),
  },
  {
    label: 'Outsource Status',
    columnAbove: 'Type',
    renderCell: (payment) => <OutcomeLine payment={payment} />,
  },
  {
    label: 'Message',
    look: 'wide',
    renderCell: ({ message }) => renderText(simplifyGatewayMessage(message)),
  },
  {
    label: 'Remarks',
    columnAbove: 'Message',
    look: 'wide',
    renderCell: ({ remarks }) => renderText(remarks),
  },
]

export function PaymentSection({ onOpen }: { onOpen: (id: number) => void }) {
  const liveState = useLiveState()
  return (
    <section className="titled payments" aria-labelledby="payments-title">
      <header>
        <h2 id="payments-title">Payments</h2>
        {liveState === 'lost' && <ConnectionBadge />}
      </header>
      <Payments onOpen={onOpen} />
    </section>
  )
}

function Payments({ onOpen }: { onOpen: (id: number) => void }) {
  const { id } = useResident()
  const phone = useIsPhone()
  const columns = stackColumns(PAYMENT_COLUMNS, useIsCrowdedDesktop())
  const actions = usePaymentActions(onOpen)
  const {
    filter: listFilter,
    openPage,
    sorting,
  } = useListParams({ keys: PAYMENT_SORT_KEYS, newest: 'created_at', isForResident: true })
  const filter = { page: listFilter.page, limit: listFilter.limit, searchTerm: '', sort: listFilter.sort }
  const query = useQuery(paymentsQuery(filter))
  const { data: list, isPlaceholderData } = query
  const liveMarks = useLivePayments(liveChannels.clientPayments(id), filter)
  useTurnToLastPage(filter, query, openPage)
  const isRendered = useDeferredRender(list !== undefined)
  if (!list || !isRendered) {
    return (
      <QueryState query={query} title="We could not load your payments">
        {phone ? (
          <CardSkeletons count={2} />
        ) : (
          <TableSkeleton columns={listColumnLabels(columns)} actions count={4} />
        )}
      </QueryState>
    )
  }
  if (list.total === 0)
    return <EmptyState title="No payments yet">What you pay is listed here, with its receipt.</EmptyState>
  const pager = list.total > filter.limit && (
    <Pager {...filter} total={list.total} isSorted={filter.sort !== undefined} onPage={openPage} />
  )
  if (phone) {
    return (
      <>
        {list.total > 1 && <SortSelect sorting={sorting} />}
        <div className="cards">
          {list.data.map((payment) => (
            <PaymentCard
              key={payment.id}
              payment={payment}
              mark={liveMarks.get(payment.id)}
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
        <DataTable
          caption="Payments"
          columns={columns}
          rows={list.data}
          getName={({ referenceNumber }) => referenceNumber}
          marks={liveMarks}
          sorting={sorting}
          onOpen={({ id: openedId }) => onOpen(openedId)}
          actions={actions}
          menu
        />
      </div>
      {pager}
    </section>
  )
}

function PaymentCard(props: { payment: Payment; mark?: string; onOpen: () => void; menu: ReactNode }) {
  const { payment, mark, onOpen, menu } = props
  const { referenceNumber, status, amountPaid, type, transactionDate, created_at } = payment
  const retryAddress = getRetryAddress(payment)
  const gatewayMessage = simplifyGatewayMessage(payment.message)
  return (
    <article className={mark ? 'tile card live' : 'tile card'}>
      <div className="first-line row">
        <span className="record-number num">{referenceNumber}</span>
        <PaymentStatusTag status={status} reversed={payment.reversed} />
      </div>
      <h2>
        <button type="button" className="num" onClick={onOpen}>
          {formatPesos(amountPaid)}
        </button>
      </h2>
      {menu}
      <p className="meta">
        <span>{getMethodLabel(type)}</span>
        <span className="num">{formatDateTime(transactionDate ?? created_at)}</span>
        <span className="wide">
          <OutcomeLine payment={payment} />
          <SlipLine payment={payment} />
        </span>
        {gatewayMessage !== '' && <span className="wide">{gatewayMessage}</span>}
        {payment.remarks && <q className="wide">{payment.remarks}</q>}
      </p>
      {retryAddress && (
        <Link className="btn default again" to={retryAddress}>
          Try again
        </Link>
      )}
      {payment.sandbox && <SandboxTag />}
      {mark && <LiveMark>{mark}</LiveMark>}
    </article>
  )
}
