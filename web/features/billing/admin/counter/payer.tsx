import type { Payment } from '@tahanan/contract/billing/answers.ts'
import type { RecordColumn } from '../../../../ui/lists/record-table.tsx'

/** The column of whom a payment is for. */
export const PAYER: RecordColumn<Payment> = {
  label: 'Tenant',
  look: 'wide',
  show: ({ tenant }) => `${tenant.uoccname}, ${tenant.clientCode}`,
}

/** Returns whom a payment is for, as the heading of its card. */
export const payerHeading = ({ tenant }: Payment) => (
  <>
    {tenant.uoccname} <small className="num">{tenant.clientCode}</small>
  </>
)
