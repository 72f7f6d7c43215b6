import { moneyState } from '#features/payments/decide.ts'
import type { PaymentRow } from '#features/payments/repository.ts'
import { readSetting } from '#features/settings/website-settings.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import { outcomeWord } from '@tahanan/contract/billing/gateway-outcome.ts'
import { isByGateway, PAYMENT_STATUS, paymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import { formatLongTime } from '@tahanan/contract/time.ts'

/**
 * Returns what the gateway of a locked payment last said, in a sentence, where it is not that the money came; null where it is, or
 * where no gateway is part of it. Throws 403 while the gateway says that it failed, was voided or taken back, or does not know it
 * (rules 8.31, 8.32).
 */
export async function pendingAtGateway(tx: Tx, row: PaymentRow, timeZone: string): Promise<string | null> {
  const state = moneyState(row.outsource_status)
  if (!isByGateway(row.type) || state === 'came') return null
  const { label } = paymentTypeInfo(row.type)
  const heard = await lastHeard(tx, row.id)
  const asked = await lastAsked(tx, row.id)
  if (asked?.verdict === 'unknown' && !(heard && heard.at > asked.at))
    throw refuse(`${label} did not know this payment on ${formatLongTime(asked.at, timeZone)}.`)
  const letter = row.outsource_status
  if (letter === null) return `${label} has said nothing of this payment yet.`
  const said = `${label} said '${outcomeWord(letter, 'office')}'${heard ? ` on ${formatLongTime(heard.at, timeZone)}` : ''}.`
  if (state === 'refused') throw refuse(said)
  return said
}

const refuse = (said: string) => new PortalError('gatewayRefused', { blanks: { said } })

/** The last change that the gateway made to a payment. */
const lastHeard = (tx: Tx, paymentId: number) =>
  tx
    .selectFrom('payment_events')
    .select('at')
    .where('payment_id', '=', paymentId)
    .where('actor_area', '=', 'gateway')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The gateway's last answer to our question about a payment. */
const lastAsked = (tx: Tx, paymentId: number) =>
  tx
    .selectFrom('gateway_messages')
    .select(['verdict', 'at'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'inquiry')
    .where('verdict', 'not in', ['failed', 'received'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Where the office works by two people, refuses to post what this administrator verified, or what nobody verified yet (rules 8.33).
 * Throws 403.
 */
export async function requireOtherChecker(tx: Tx, { id }: AdminActor, row: PaymentRow): Promise<void> {
  if (!(await needsTwoPeople(tx))) return
  const own = await tx
    .selectFrom('payment_events')
    .select('id')
    .where('payment_id', '=', row.id)
    .where('to_status', '=', PAYMENT_STATUS.verified)
    .where('from_status', '<>', PAYMENT_STATUS.verified)
    .where('actor_area', '=', 'admin')
    .where('actor_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (own) throw new PortalError('verifiedByYou')
  if (row.status !== PAYMENT_STATUS.verified) throw new PortalError('notVerified')
}

/** Whether the office works by two people: who verifies does not post (rules 8.33). */
export const needsTwoPeople = async (tx: Tx): Promise<boolean> =>
  (await readSetting(tx, 'makerChecker')) === '1'
