import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { applyOutcomes, type OutcomeContext } from './apply-outcomes.ts'
import { listOfferedGateways, type GatewayContext } from './gateways.ts'
import { inquireGateway } from './inquire-gateway.ts'
import { findOnlinePayment } from './repository.ts'
import { withdrawPayment } from './withdraw-payment.ts'

type InquiryContext = Pick<GatewayContext, 'log' | 'gateways'> & OutcomeContext

// Minutes between two inquiries about the same payment at the gateway. The last value repeats.
const BACK_OFF_MINUTES = [5, 15, 60, 360]
export const FIRST_INQUIRY_SECONDS = 60
const MAX_DAYS = 7

// Maximum simultaneous inquiries, so that a gateway that does not respond blocks only this many.
const MAX_CONCURRENT = 4
// Maximum duration of a run. It is short, so that a stopping server does not wait long.
const RUN_MS = 10_000

/**
 * Asks the gateways for the state of due payments without a final status; returns their number. Several
 * processes may run it, and it continues after a crash, because the query that claims a payment also
 * schedules its next inquiry.
 */
export async function inquireDuePayments(context: InquiryContext): Promise<number> {
  const types = listOfferedGateways(context.gateways).map(({ type }) => type)
  const deadline = performance.now() + RUN_MS
  let inquiryCount = 0
  while (performance.now() < deadline) {
    const duePayments = await claimDuePayments(context.db, types)
    await Promise.all(duePayments.map((id) => inquirePayment(context, id)))
    inquiryCount += duePayments.length
    if (duePayments.length < MAX_CONCURRENT) break
  }
  return inquiryCount
}

async function claimDuePayments(db: Db, types: readonly number[]): Promise<number[]> {
  const oldest = sql`clock_timestamp() - make_interval(days => ${MAX_DAYS})`
  // A success may be reported long after the payment began. Its amount is then unknown, so its inquiries go on
  // for the same number of days after the report (rules 8.17).
  const isAmountUnknown = sql`outsource_status = 'S' and gateway_amount is null and exists (
    select from payment_events e where e.payment_id = p.id and e.to_outsource = 'S'
      and e.from_outsource is distinct from 'S' and e.at > ${oldest})`
  // The portal schedules inquiries at most a day ahead. A later time was written while the clock was wrong,
  // so such a payment counts as due.
  const { rows } = await sql<{ id: number }>`with due as (
       select id from payments where type = any(${types}::smallint[])
         and (next_inquiry_at <= clock_timestamp() or next_inquiry_at > clock_timestamp() + interval '1 day')
       order by next_inquiry_at limit ${sql.lit(MAX_CONCURRENT)} for no key update skip locked
     )
     update payments p set inquiries = inquiries + 1,
       next_inquiry_at = case when (created_at > ${oldest} or ${isAmountUnknown})
         then clock_timestamp() + make_interval(
           mins => (${BACK_OFF_MINUTES}::int[])[least(inquiries + 1, ${BACK_OFF_MINUTES.length})])
       end
     from due where p.id = due.id returning p.id`.execute(db)
  return rows.map(({ id }) => id)
}

async function inquirePayment(context: InquiryContext, id: number): Promise<void> {
  const { db, log, gateways } = context
  try {
    const payment = await findOnlinePayment(db, id)
    // The sandbox must not be asked about payments of the real gateway, nor the real gateway about payments
    // of the sandbox.
    const gateway = listOfferedGateways(gateways).find(
      ({ type, sandbox }) => type === payment?.type && sandbox === payment.sandbox,
    )
    if (!payment || !gateway) return
    const inquiryResult = await inquireGateway(context, gateway, payment)
    // The resident never got a payment page and the gateway does not know the payment. So no money can
    // arrive, and the payment is withdrawn.
    if (inquiryResult === 'unknown' && !payment.offered)
      await withdrawPayment(context, payment.id, 'The gateway does not know it.')
    if (typeof inquiryResult === 'object') await applyOutcomes(context, payment.id, [inquiryResult])
  } catch (error) {
    log.warn({ err: error, payment: id }, 'an inquiry failed; it is made again later')
  }
}
