import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { statementsQuery } from '../calls.ts'
import { MoneyCard } from '../money-card.tsx'
import { pdfKey } from '../statement.ts'
import { useStatementPdf } from '../statement-buttons.tsx'
import { useResident } from '../../../lib/api/me.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { PayLink } from './pay-link.tsx'
import { SentLine, useSentPayments } from './sent-line.tsx'
import { StatementDay } from './statement-day.tsx'
import { tenantQuery } from '../../../lib/api/tenant.ts'

/** The amount that the resident owes by the latest statement; nothing without one (rules 15.11). */
export function BillingCard() {
  const { id, soaAmount } = useResident()
  const { data: tenant } = useQuery(tenantQuery(id))
  const { data: statements } = useQuery(statementsQuery({ page: 1, limit: 1 }))
  const { open, reader } = useStatementPdf()
  const sent = useSentPayments(tenant?.soaDate)
  const told = tenant ? tenant.soaAmount !== 0 || tenant.soaDate !== null : soaAmount !== 0
  if (!told) return null
  const amount = tenant?.soaAmount ?? soaAmount
  const bill = statements?.data[0]
  return (
    <>
      <MoneyCard
        title="Amount due"
        amount={amount}
        actions={
          <>
            {amount > 0 && <PayLink quiet={sent.length > 0} />}
            {bill && pdfKey(bill) !== undefined ? (
              <Button onClick={() => open(bill)}>View bill</Button>
            ) : (
              <Link className="btn default" to="/billings">
                View bill
              </Link>
            )}
          </>
        }
      >
        <StatementDay amount={amount} soaDate={tenant?.soaDate} />
        <SentLine payments={sent} />
      </MoneyCard>
      {reader}
    </>
  )
}
