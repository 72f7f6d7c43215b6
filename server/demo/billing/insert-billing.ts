import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { DemoClock } from '../clock.ts'
import type { FileChest } from '../file-chest.ts'
import type { MadeFile, PictureName } from '../pictures/album.ts'
import { createRandom } from '../random.ts'
import type { NumberedTicket, People } from '../ticket-rows.ts'
import { insertPayments } from './insert-payments.ts'
import { insertStatements } from './insert-statements.ts'
import type { StatementParts } from './insert-statements.ts'
import { balancesOf, statementMonths } from './months.ts'
import { paymentNotices, statementNotices } from './notices.ts'
import type { NoticeRow } from './notices.ts'
import { planPayments, reservationPayment } from './plan-payments.ts'
import { CASHIER } from '../staff.ts'

export interface BillingParts {
  readonly people: People
  readonly accounts: StatementParts['accounts']
  readonly tickets: readonly NumberedTicket[]
  readonly chest: FileChest
  readonly picture: (name: PictureName) => Promise<MadeFile>
  readonly clock: DemoClock
  readonly community: string
}

/** A source of its own: what is changed here changes no ticket of the demo. */
const SEED = 20_260_402

/** Writes six months of statements and payments. Answers what their readers were notified of. */
export async function insertBilling(tx: Tx, parts: BillingParts): Promise<NoticeRow[]> {
  const { people, accounts, tickets, chest, picture, clock, community } = parts
  const { residents, tenants, administrators } = people
  const random = createRandom(SEED)
  const months = statementMonths(clock)
  const balances = residents.map((resident) => balancesOf(resident, random))
  const adminId = administrators[CASHIER] ?? 0
  await insertStatements(tx, { residents, tenants, accounts, months, balances, chest, clock, adminId })

  const plan = { residents, months, balances, random, clock }
  const waiting = tickets.filter(({ module, status }) => module.holds === 'amenity' && status === 1)
  // Such a payment comes with a reservation that the office makes.
  const booked = tickets.indexOf(
    waiting.findLast(({ postedBy }) => postedBy !== null) ?? (waiting.at(-1) as NumberedTicket),
  )
  const ticket = tickets[booked]
  const payments = planPayments(plan)
  if (ticket)
    payments.push(
      reservationPayment(plan, { index: booked, resident: ticket.resident, createdAt: ticket.createdAt }),
    )
  const inserted = await insertPayments(
    tx,
    payments.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()),
    { people, months, balances, tickets, chest, picture, clock, random, cashier: CASHIER, community },
  )
  return [
    ...months.flatMap((month, index) =>
      statementNotices(
        month,
        tenants,
        balances.map((amounts) => amounts[index] ?? 0),
      ),
    ),
    ...inserted.filter(({ row }) => row.status !== PAYMENT_STATUS.deleted).flatMap(paymentNotices),
  ]
}
