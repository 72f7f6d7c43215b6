import { Type } from 'typebox'
import { Day, Money, type Answer, tenantFields } from '../answers.ts'
import { PaymentTypeCode } from '../billing/answers.ts'

/** Open amounts of a tenant by age (rules 16.10). */
export const TenantAgeing = Type.Object({
  ...tenantFields,
  current: Money,
  days30: Type.Number({ description: 'Pesos, 1 to 30 days old' }),
  days60: Type.Number({ description: 'Pesos, 31 to 60 days old' }),
  days90: Type.Number({ description: 'Pesos, 61 to 90 days old' }),
  over90: Type.Number({ description: 'Pesos, older' }),
  overdue: Type.Number({ description: 'Pesos of them that were due before the day' }),
  credit: Type.Number({ description: 'Pesos that were paid and not yet used; above 0' }),
})
export type TenantAgeing = Answer<typeof TenantAgeing>

/** Payments received on one day by one payment method (rules 22.1). */
export const Collection = Type.Object({
  day: Day,
  type: PaymentTypeCode,
  posted: Money,
  chequesReturned: Type.Number({ description: 'Pesos reversed because the cheque was returned' }),
  reversed: Type.Number({ description: 'Pesos reversed for another reason' }),
})
export type Collection = Answer<typeof Collection>

/** A saved statement compared with the office's ledger (rules 22.4). */
export const StatementCheck = Type.Object({
  id: Type.Integer(),
  ...tenantFields,
  date: Day,
  before: Type.Number({ description: 'Pesos of the statement before' }),
  posted: Type.Number({ description: 'Payments with tax withheld, less reversals, that it holds' }),
  charged: Type.Number({ description: "The office's charges less credits that it holds" }),
  added: Type.Number({ description: 'The rest, which the accounting system added of its own' }),
  soaAmount: Money,
  notHeld: Type.Number({ description: 'Posted by its date and not in it' }),
})
export type StatementCheck = Answer<typeof StatementCheck>
