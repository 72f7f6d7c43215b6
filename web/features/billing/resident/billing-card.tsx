import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useResident, createTenantQuery } from '#lib/api/me.ts'
import { Button } from '#ui/controls/button.tsx'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { statementsQuery } from '../calls.ts'
import { useStatementPdf } from '../statement-buttons.tsx'
import { getPdfKey } from '../statement.ts'
import { AmountDueCard, PayLink } from './amount-due-card.tsx'

/**
 * Card with the resident's balance (rules 15.11). Not rendered if the balance is zero and there is no
 * statement.
 */
export function BillingCard() {
  const { id, soaAmount, leftToPay } = useResident()
  const { data: tenant } = useQuery(createTenantQuery(id))
  // Same query as on the first page of Billings, so that Billings is in the cache when the device is offline.
  const { data: statements } = useQuery(statementsQuery({ page: 1, limit: LIMITS.pageSize }))
  const { openPdf, pdfReader } = useStatementPdf()
  if (soaAmount === 0 && leftToPay === 0 && !tenant?.soaDate) return null
  const latestStatement = statements?.data[0]
  return (
    <>
      <AmountDueCard>
        {(isQuiet) => (
          <>
            {leftToPay > 0 && <PayLink isQuiet={isQuiet} />}
            {latestStatement && getPdfKey(latestStatement) !== undefined ? (
              <Button onClick={() => openPdf(latestStatement)}>View bill</Button>
            ) : (
              <Link className="btn default" to="/billings">
                View bill
              </Link>
            )}
          </>
        )}
      </AmountDueCard>
      {pdfReader}
    </>
  )
}
