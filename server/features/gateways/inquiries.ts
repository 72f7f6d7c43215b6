import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { settle } from './apply-messages.ts'
import { askGateway } from './ask-gateway.ts'
import { offeredGateways, type GatewayServices } from './gateways.ts'
import { findOnlinePayment } from './repository.ts'
import { withdrawPayment } from './withdraw-payment.ts'

type Parts = Pick<GatewayServices, 'db' | 'relay' | 'log' | 'gateways'>

/** Minutes between questions about a payment; the last interval repeats. */
const BACK_OFF_MINUTES = [5, 15, 60, 360]
/** The first question after a payment was begun. */
export const FIRST_INQUIRY_SECONDS = 60
/** Age after which a payment is not asked about any more. */
const LONGEST_DAYS = 7

/** Questions under way at once, so that a gateway that does not answer holds up only these. */
const AT_ONCE = 4
/** Time limit of one pass, so that a server that stops does not wait long. */
const PASS_MS = 10_000

/**
 * Asks the gateways about payments whose question is due: those that were begun and have no final word yet. Safe in several
 * processes at once, and after a kill: claiming a payment puts its next question off in the same statement. Returns the number
 * of payments asked about.
 */
export async function inquireDuePayments(parts: Parts): Promise<number> {
  const types = offeredGateways(parts.gateways).map(({ type }) => type)
  const until = performance.now() + PASS_MS
  let asked = 0
  while (performance.now() < until) {
    const due = await takeDue(parts.db, types)
    await Promise.all(due.map((id) => inquireOne(parts, id)))
    asked += due.length
    if (due.length < AT_ONCE) break
  }
  return asked
}

async function takeDue(db: Db, types: readonly number[]): Promise<number[]> {
  // No question is put off for a day: where one is, the clock was ahead when it was put off.
  const { rows } = await sql<{ id: number }>`with due as (
       select id from payments where type = any(${types}::smallint[])
         and (next_inquiry_at <= clock_timestamp() or next_inquiry_at > clock_timestamp() + interval '1 day')
       order by next_inquiry_at limit ${sql.lit(AT_ONCE)} for no key update skip locked
     )
     update payments p set inquiries = inquiries + 1,
       next_inquiry_at = case when created_at > clock_timestamp() - make_interval(days => ${LONGEST_DAYS})
         then clock_timestamp() + make_interval(mins => (${BACK_OFF_MINUTES}::int[])[least(inquiries + 1, ${BACK_OFF_MINUTES.length})])
       end
     from due where p.id = due.id returning p.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Asks about one payment and acts on the answer; failures are logged, and retried when it is due again. */
async function inquireOne(parts: Parts, id: number): Promise<void> {
  const { db, log, gateways } = parts
  try {
    const payment = await findOnlinePayment(db, id)
    // A payment of the sandbox means nothing to the real gateway, nor the other way round.
    const gateway = offeredGateways(gateways).find(
      ({ type, sandbox }) => type === payment?.type && sandbox === payment.sandbox,
    )
    if (!payment || !gateway) return
    const asked = await askGateway(parts, gateway, payment)
    // Nobody was given a page to pay it at, and the gateway never heard of it: there is no such payment.
    if (asked === 'unknown' && !payment.offered)
      await withdrawPayment(parts, payment.id, 'The gateway does not know it.')
    if (typeof asked === 'object') await settle(parts, payment.id, [asked])
  } catch (error) {
    log.warn({ err: error, payment: id }, 'an inquiry failed; it is made again later')
  }
}
