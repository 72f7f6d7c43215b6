import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { sumOf } from '@tahanan/contract/money.ts'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { paymentsQuery } from '../calls.ts'
import { methodLabel } from '../payment.ts'
import { unposted } from '../standing.ts'
import { useLiveRefetch } from '../../../lib/live/live-refetch.ts'
import { useResident } from '../../../lib/api/me.ts'
import { pesos } from '../../../lib/money.ts'
import { showDay } from '../../../lib/time.ts'

/** Returns payments that were made and are not posted yet, which what is left to pay does not hold. */
export function useSentPayments(): readonly Payment[] {
  const { id } = useResident()
  // the first page of Billings, so that both ask once
  const { data } = useQuery(paymentsQuery({ page: 1, limit: LIMITS.pageSize, searchTerm: '' }))
  useLiveRefetch(channels.clientPayments(id), ['payments'])
  return data ? unposted(data.data) : []
}

/** Line about payments that are not posted yet; nothing where there are none. */
export function SentLine({ payments }: { payments: readonly Payment[] }) {
  const [latest] = payments
  if (!latest) return null
  const sum = sumOf(payments.map(({ amountPaid }) => amountPaid))
  return (
    <p className="sent" role="status">
      <Check className="small" />
      <span>
        {payments.length > 1
          ? `You sent ${pesos(sum)} in ${payments.length} payments that are not posted yet. `
          : `You sent ${pesos(sum)} by ${methodLabel(latest.type)}, ${showDay(latest.created_at)}. ${latest.status === 3 ? 'It is verified, and not posted yet.' : 'The office is checking.'} `}
        <Link to={payments.length > 1 ? '/billings' : `/billings?id=${latest.id}`}>See it</Link>
      </span>
    </p>
  )
}
