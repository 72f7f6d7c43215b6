import { useQuery } from '@tanstack/react-query'
import { MoneyCard } from '../../money-card.tsx'
import { useResident } from '../../../../lib/api/me.ts'
import { tenantQuery } from '../../../../lib/api/tenant.ts'
import { SentLine, useSentPayments } from '../sent-line.tsx'
import { StatementDay } from '../statement-day.tsx'

/** The resident's balance, beside the amount to pay. */
export function WhatIsDue() {
  const { id, soaAmount } = useResident()
  const { data: tenant } = useQuery(tenantQuery(id))
  const sent = useSentPayments(tenant?.soaDate)
  return (
    <MoneyCard title="Amount due" amount={soaAmount}>
      <StatementDay amount={soaAmount} soaDate={tenant?.soaDate} />
      <SentLine payments={sent} />
    </MoneyCard>
  )
}
