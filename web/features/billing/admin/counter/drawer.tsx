import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#lib/format-number.ts'
import { pesos } from '#lib/money.ts'
import { showDay, showTime } from '#lib/time.ts'
import { Facts } from '#ui/values/facts.tsx'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { cashClosesQuery, takenQuery } from './calls.ts'

const FIRST = { page: 1, limit: LIMITS.pageSize }

/** What is in the drawer, and the latest payments that the administrator took today. */
export function Drawer() {
  const { data: closes } = useQuery(cashClosesQuery(FIRST))
  const { data: taken } = useQuery(takenQuery(FIRST))
  const today = taken?.data.filter(({ created_at }) => showDay(created_at) === 'Today') ?? []
  return (
    <aside className="panel drawer" aria-label="Drawer">
      {closes && (
        <Facts
          facts={[
            ['In the drawer', <b key="expected">{pesos(closes.next.expected)}</b>],
            ['Since the last close', formatCount(closes.next.payments, 'payment', 'payments')],
          ]}
        />
      )}
      <h2>Taken by you today</h2>
      {today.length === 0 && <p className="subtle">Nothing yet</p>}
      <ul>
        {today.map(({ id, created_at, amountPaid, tenant, receiptNumber, referenceNumber }) => (
          <li key={id}>
            <span className="num">{showTime(created_at)}</span>
            <span>
              {tenant.clientCode} <small className="num">{receiptNumber ?? referenceNumber}</small>
            </span>
            <b className="num">{pesos(amountPaid)}</b>
          </li>
        ))}
      </ul>
    </aside>
  )
}
