import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#lib/format-number.ts'
import { pesos } from '#lib/money.ts'
import { formatDay, formatTime } from '#lib/time.ts'
import { QueryState } from '#ui/query-state.tsx'
import { Facts } from '#ui/values/facts.tsx'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { cashClosesQuery, takenQuery } from './calls.ts'

const FIRST = { page: 1, limit: LIMITS.pageSize }

/** Shows the cash in the drawer, and the latest ten payments that the administrator took today. */
export function Drawer() {
  const closes = useQuery(cashClosesQuery(FIRST))
  const taken = useQuery(takenQuery(FIRST))
  const today = taken.data?.data.filter(({ created_at }) => formatDay(created_at) === 'Today')
  return (
    <aside className="panel drawer stack" aria-label="Drawer">
      {closes.data ? (
        <Facts
          facts={[
            ['In the drawer', <b key="expected">{pesos(closes.data.next.expected)}</b>],
            ['Since the last close', formatCount(closes.data.next.payments, 'payment', 'payments')],
          ]}
        />
      ) : (
        <QueryState query={closes} title="We could not load the cash in the drawer" />
      )}
      <h2>Taken by you today</h2>
      {!today && <QueryState query={taken} title="We could not load your payments" />}
      {today?.length === 0 && <p className="subtle">Nothing yet</p>}
      <ul>
        {today?.map(({ id, created_at, amountPaid, tenant, receiptNumber, referenceNumber }) => (
          <li key={id}>
            <span className="num">{formatTime(created_at)}</span>
            <span>
              <span className="unit-code">{tenant.clientCode}</span>{' '}
              <small className="num">{receiptNumber ?? referenceNumber}</small>
            </span>
            <b className="num">{pesos(amountPaid)}</b>
          </li>
        ))}
      </ul>
    </aside>
  )
}
