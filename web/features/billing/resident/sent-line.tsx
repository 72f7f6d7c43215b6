import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { paymentsQuery } from '../calls.ts'
import { methodLabel } from '../payment.ts'
import { paidSince } from '../standing.ts'
import { useLiveRefetch } from '../../../lib/live/live-refetch.ts'
import { useResident } from '../../../lib/api/me.ts'
import { pesos } from '../../../lib/money.ts'
import { showDay } from '../../../lib/time.ts'

/** Returns payments since the latest statement, which its amount does not hold yet. */
export function useSentPayments(soaDate: string | null | undefined): readonly Payment[] {
  const { id } = useResident()
  // the first page of Billings, so that both ask once
  const { data } = useQuery(paymentsQuery({ page: 1, limit: LIMITS.pageSize, searchTerm: '' }))
  useLiveRefetch(channels.clientPayments(id), ['payments'])
  return data && soaDate !== undefined ? paidSince(data.data, soaDate) : []
}

const DECIDED: Readonly<Record<number, string>> = { 3: 'It is verified.', 4: 'It is posted.' }

/** Line about payments since the statement; nothing where there are none. */
export function SentLine({ payments }: { payments: readonly Payment[] }) {
  const [latest] = payments
  if (!latest) return null
  const sum = payments.reduce((total, { amountPaid }) => total + amountPaid, 0)
  return (
    <p className="sent" role="status">
      <Check className="small" />
      <span>
        {payments.length > 1
          ? `You sent ${pesos(sum)} in ${payments.length} payments since this statement. `
          : `You sent ${pesos(sum)} by ${methodLabel(latest.type)}, ${showDay(latest.created_at)}. ${DECIDED[latest.status] ?? 'The office is checking.'} `}
        <Link to={payments.length > 1 ? '/billings' : `/billings?id=${latest.id}`}>See it</Link>
      </span>
    </p>
  )
}
