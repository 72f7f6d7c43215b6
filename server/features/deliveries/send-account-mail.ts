import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import type { MailContent } from '#platform/mail/mail-content.ts'
import { MailError, type MailLogDetails, type Recipient } from '#platform/mail/mailer.ts'
import type { MailOutcome } from '#platform/mail/open-smtp.ts'
import { sentDeliveries } from '#platform/metrics/counters.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import type { MailPurpose } from '@tahanan/contract/deliveries/channels-and-states.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { updateAddressRefusedAt } from './update-address-refused-at.ts'

/**
 * Mail about a login or password, which has no notification. Its text is not stored, because it may contain a
 * secret link.
 */
export interface AccountMail {
  readonly area: Area
  readonly accountId: number
  readonly purpose: MailPurpose
  readonly to: Recipient
  readonly letter: MailContent
  readonly reqId?: string | undefined
  /**
   * Whether a background job sends the mail. Repeated attempts of the job then update the same row in
   * Deliveries.
   */
  readonly isOfJob?: boolean
}

type AccountOutcome = MailOutcome | typeof NOT_SENT_OUTCOME

const NOT_SENT_OUTCOME = {
  state: 'dropped',
  reason: 'The portal sends no mail: it was written to the outbox folder.',
} as const

const RETRY_WINDOW_MINUTES = 10

/**
 * Sends a mail and records it in Deliveries (rules 23.50). First marks it as being sent, so that its state
 * becomes `unclear` if the process crashes. Throws `MailError` if the mail server does not accept the mail.
 * Must run outside any transaction.
 */
export async function sendAccountMail(
  { db, mailer }: Pick<PlatformContext, 'db' | 'mailer'>,
  mail: AccountMail,
): Promise<void> {
  const { area, accountId, purpose, to, letter, reqId } = mail
  const id = await beginDelivery(db, mail)
  const mailLogDetails: MailLogDetails = { reqId, ...toAccountLogFields(area, accountId), kind: purpose }
  const recordOutcome = async (outcome: AccountOutcome): Promise<void> => {
    await endDelivery(db, id, outcome)
    if (area !== 'super-admin')
      await updateRefusedAtByOutcome(db, { area, id: accountId, email: to.address }, outcome)
  }
  try {
    await mailer.send(to, letter, mailLogDetails)
  } catch (error) {
    // Errors other than `MailError`, such as an unreadable logo, occur before the mail is sent. So it is
    // recorded as not sent.
    await recordOutcome(
      error instanceof MailError
        ? error.outcome
        : { state: 'later', reason: 'The portal could not write it.' },
    )
    throw error
  }
  await recordOutcome(mailer.sendsBySmtp ? { state: 'sent' } : NOT_SENT_OUTCOME)
}

/**
 * Ignores the error if the mail server refused the mail permanently. So the job succeeds and is not repeated,
 * because another attempt would be refused too.
 */
export async function ignorePermanentRefusal(sendPromise: Promise<void>): Promise<void> {
  await sendPromise.catch((error: unknown) => {
    if (!(error instanceof MailError && error.outcome.state === 'failed')) throw error
  })
}

const toAccountLogFields = (area: Area, id: number): MailLogDetails =>
  area === 'client' ? { tenantId: id } : area === 'admin' ? { adminId: id } : { superAdminId: id }

async function beginDelivery(db: Db, { area, accountId, purpose, isOfJob }: AccountMail): Promise<number> {
  const retriedDelivery = isOfJob
    ? await db
        .updateTable('deliveries')
        .set({ state: 'sending', reason: '', at: CLOCK })
        .where('id', '=', (eb) =>
          eb
            .selectFrom('deliveries')
            .select(({ fn }) => fn.max('id').as('id'))
            .where('purpose', '=', purpose)
            .where('notification_id', 'is', null)
            .where('area', '=', area)
            .where('reader_id', '=', accountId)
            .where('state', '=', 'failed')
            .where('at', '>', sql<Date>`clock_timestamp() - make_interval(mins => ${RETRY_WINDOW_MINUTES})`),
        )
        .returning('id')
        .executeTakeFirst()
    : undefined
  if (retriedDelivery) return retriedDelivery.id
  const beginQuery = db
    .insertInto('deliveries')
    .values({ area, reader_id: accountId, channel: 'mail', purpose, state: 'sending' })
  return (await beginQuery.returning('id').executeTakeFirstOrThrow()).id
}

async function endDelivery(db: Db, id: number, outcome: AccountOutcome): Promise<void> {
  const isRefused = outcome.state === 'failed' || outcome.state === 'later'
  await db
    .updateTable('deliveries')
    .set({
      // A temporary refusal (`later`) is also stored as failed. If the job tries again, it updates this row.
      state: isRefused ? 'failed' : outcome.state,
      reason: outcome.state === 'sent' ? '' : outcome.reason,
      ...(isRefused && { tries: sql<number>`tries + 1` }),
      at: CLOCK,
    })
    .where('id', '=', id)
    .execute()
  if (outcome.state === 'sent') sentDeliveries.inc({ channel: 'mail' })
}

async function updateRefusedAtByOutcome(
  db: Db,
  account: Parameters<typeof updateAddressRefusedAt>[1],
  outcome: AccountOutcome,
): Promise<void> {
  if (outcome.state === 'failed' && outcome.refused === 'address')
    await updateAddressRefusedAt(db, account, new Date())
  if (outcome.state === 'sent') await updateAddressRefusedAt(db, account, null)
}
