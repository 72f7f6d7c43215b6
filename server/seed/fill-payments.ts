import type { ClientBase } from 'pg'
import { copyRows } from './copy-rows.ts'
import {
  PAYMENT_COLUMNS,
  PAYMENT_EVENT_COLUMNS,
  paymentEventLines,
  paymentLines,
  STATEMENT_COLUMNS,
  statementLines,
} from './payment-lines.ts'
import type { PaymentCounters, PaymentSize } from './payment-lines.ts'
import { setAside } from '../platform/db/set-aside.ts'
import type { SeedPeople } from './ticket-lines.ts'

export const PAYMENT_TABLES = ['statements', 'payments', 'payment_events', 'payment_tallies'] as const

/** Fills payments with their histories, and a statement for each, in the transaction of the whole load. The tallies fill themselves. */
export async function fillPayments(client: ClientBase, size: PaymentSize, people: SeedPeople): Promise<void> {
  await client.query(`truncate ${PAYMENT_TABLES.join(', ')}, gateway_messages restart identity`)
  const bringBack = await setAside(client, ['statements', 'payments', 'payment_events'])
  const counters: PaymentCounters = new Map()
  await copyRows(client, 'statements', STATEMENT_COLUMNS, statementLines(size, people))
  await copyRows(client, 'payments', PAYMENT_COLUMNS, paymentLines(size, people, counters))
  await copyRows(client, 'payment_events', PAYMENT_EVENT_COLUMNS, paymentEventLines(size, people))
  await copyRows(
    client,
    'ticket_counters',
    ['module', 'year', 'last'],
    [...counters.values()].map(({ module, year, last }) => [module, year, last]),
  )
  await client.query(
    `select setval(pg_get_serial_sequence('payments', 'id'), greatest($1::bigint, 1), $1 > 0)`,
    [size.payments],
  )
  await bringBack()
}
