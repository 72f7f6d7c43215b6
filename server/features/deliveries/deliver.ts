import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '#platform/db/client.ts'
import { AGAIN } from '#platform/jobs/define-task.ts'
import type { Services } from '#platform/services.ts'
import type { Channel } from '@tahanan/contract/deliveries/states.ts'
import { claimDue, type DueGroup } from './claim-due.ts'
import { endDeliveries, endInterrupted, tryLater } from './end-deliveries.ts'
import { clockOf, type QueueParts } from './fan-out.ts'
import type { Outcome, Senders } from './senders.ts'

export interface DeliverParts extends QueueParts, Pick<Services, 'log'> {
  readonly senders: Senders
}

/** Mails, or push messages, that are sent at the same time. */
const SLOTS = 16
/** Least time of a slot for each: some 250 a second, which leaves the process time for calls. */
const SLOT_MS = 45
/** Time of a run: a stopping process waits for it. */
const RUN_MS = 3000

/**
 * Sends what is due by a channel, for a few seconds (rules 23.20). A delivery is marked before it is sent: if
 * the process is killed, it ends as unclear and is not sent again.
 */
export async function deliver(parts: DeliverParts, channel: Channel): Promise<typeof AGAIN | undefined> {
  const { db, newsHooks } = parts
  await endInterrupted(db, { newsHooks, now: clockOf(parts) })
  const running = new Set<Promise<void>>()
  const start = (group: DueGroup): void => {
    const sending = Promise.all([send(parts, channel, group), sleep(SLOT_MS)])
      .then(() => {})
      .finally(() => running.delete(sending))
    running.add(sending)
  }
  let isDone = false
  try {
    for (const until = Date.now() + RUN_MS; !isDone && Date.now() < until;) {
      const limit = SLOTS - running.size
      // Claims for half of the slots at a time cost fewer queries.
      if (limit < SLOTS / 2) await Promise.race(running)
      else {
        const claim = { channel, limit, now: clockOf(parts) }
        const groups = await db.transaction().execute((tx) => claimDue(tx, claim, parts))
        groups?.forEach(start)
        isDone = groups === null
      }
    }
  } finally {
    await Promise.all(running)
  }
  return isDone ? undefined : AGAIN
}

/** Sends a group and writes its result. Never rejects: what stays marked as being sent ends as unclear. */
async function send(parts: DeliverParts, channel: Channel, group: DueGroup): Promise<void> {
  const { db, log, senders } = parts
  const { reader, due } = group
  try {
    const news = { area: reader.area, reader, news: due, showDetails: reader.showDetails }
    const outcome = await senders[channel](news)
    await db.transaction().execute((tx) => writeOutcome(tx, parts, group, outcome))
  } catch (error) {
    log.warn({ err: error, deliveries: due.map(({ id }) => id) }, 'the result of a delivery is unclear')
  }
}

async function writeOutcome(
  tx: Tx,
  parts: DeliverParts,
  { reader, due }: DueGroup,
  outcome: Outcome,
): Promise<void> {
  const ending = { newsHooks: parts.newsHooks, now: clockOf(parts) }
  if (outcome.state === 'later') return tryLater(tx, due, outcome.reason, ending)
  await endDeliveries(tx, due, outcome, ending)
  if (due[0].channel !== 'mail') return
  if (outcome.state === 'failed' && outcome.isAddressRefused) await markAddress(tx, reader, ending.now)
  if (outcome.state === 'sent' && reader.mailRefusedAt) await markAddress(tx, reader, null)
}

/** Marks the reader's address as refused for good or, since a mail arrived, not any more. */
async function markAddress(tx: Tx, { area, id, email }: DueGroup['reader'], at: Date | null): Promise<void> {
  await tx
    .updateTable(area === 'client' ? 'tenants' : 'admins')
    .set({ mail_refused_at: at })
    .where('id', '=', id)
    .where('email', '=', email)
    .execute()
}
