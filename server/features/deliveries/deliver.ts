import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '#platform/db/client.ts'
import { AGAIN } from '#platform/jobs/define-task.ts'
import type { Services } from '#platform/services.ts'
import type { Channel } from '@tahanan/contract/deliveries/states.ts'
import { claimDue, type DueGroup, type DueRow } from './claim-due.ts'
import { endDeliveries, endInterrupted, tryLater } from './end-deliveries.ts'
import { getNow, type QueueParts } from './fan-out.ts'
import { markAddress } from './mark-address.ts'
import type { Outcome, Senders } from './senders.ts'

export interface DeliverParts extends QueueParts, Pick<Services, 'log'> {
  readonly senders: Senders
}

const MAX_CONCURRENT = 16
// Minimum time that a message occupies one of the 16 slots. It limits sending to 266 a second per channel, so
// that API calls stay fast.
const MIN_SLOT_MS = 60
// Maximum duration of a run. It is short, because a process that stops waits for the end of the run.
const RUN_MS = 3000

/**
 * Sends due deliveries of a channel for a few seconds (rules 23.20). Marks each before sending, so that a
 * delivery interrupted by a crash ends as unclear and is not sent again.
 */
export async function deliver(parts: DeliverParts, channel: Channel): Promise<typeof AGAIN | undefined> {
  const { db, newsHooks } = parts
  await endInterrupted(db, { newsHooks, now: getNow(parts) })
  const running = new Set<Promise<void>>()
  const sent: Sent[] = []
  const start = (group: DueGroup): void => {
    const sending = Promise.all([send(parts, channel, group), sleep(MIN_SLOT_MS)])
      .then(([outcome]) => void (outcome && sent.push({ group, outcome })))
      .finally(() => running.delete(sending))
    running.add(sending)
  }
  let isDone = false
  try {
    for (const until = Date.now() + RUN_MS; !isDone && Date.now() < until;) {
      const limit = MAX_CONCURRENT - running.size
      // Waits until half of the slots are free, because larger claims need fewer queries.
      if (limit < MAX_CONCURRENT / 2) await Promise.race(running)
      else {
        await writeOutcomes(parts, sent.splice(0))
        const claim = { channel, limit, now: getNow(parts) }
        const groups = await db.transaction().execute((tx) => claimDue(tx, claim, parts))
        groups?.forEach(start)
        isDone = groups === null
      }
    }
  } finally {
    while (running.size > 0) {
      await Promise.race(running)
      await writeOutcomes(parts, sent.splice(0))
    }
    await writeOutcomes(parts, sent.splice(0))
  }
  return isDone ? undefined : AGAIN
}

interface Sent {
  readonly group: DueGroup
  readonly outcome: Outcome
}

/** Sends one group. Never rejects: an error gives no outcome, and the delivery later ends as unclear. */
async function send(
  { log, senders }: DeliverParts,
  channel: Channel,
  { reader, due }: DueGroup,
): Promise<Outcome | undefined> {
  try {
    return await senders[channel]({ area: reader.area, reader, news: due, showDetails: reader.showDetails })
  } catch (error) {
    return logUnclear(log, error, due)
  }
}

/** Stores the outcomes. Never rejects: after an error, the deliveries later end as unclear. */
async function writeOutcomes(parts: DeliverParts, sent: readonly Sent[]): Promise<void> {
  if (sent.length === 0) return
  try {
    await parts.db.transaction().execute(async (tx) => {
      for (const alike of Map.groupBy(sent, ({ outcome }) => JSON.stringify(outcome)).values())
        await writeOutcome(tx, parts, alike)
    })
  } catch (error) {
    logUnclear(
      parts.log,
      error,
      sent.flatMap(({ group }) => group.due),
    )
  }
}

function logUnclear(log: DeliverParts['log'], error: unknown, due: readonly DueRow[]): undefined {
  log.warn({ err: error, deliveries: due.map(({ id }) => id) }, 'the result of a delivery is unclear')
}

async function writeOutcome(tx: Tx, parts: DeliverParts, sent: readonly Sent[]): Promise<void> {
  const ending = { newsHooks: parts.newsHooks, now: getNow(parts) }
  const due = sent.flatMap(({ group }) => group.due)
  const [first] = sent
  if (!first) return
  const { outcome } = first
  if (outcome.state === 'later') return tryLater(tx, due, outcome.reason, ending)
  await endDeliveries(tx, due, outcome, ending)
  if (due[0]?.channel !== 'mail') return
  for (const { reader } of sent.map(({ group }) => group)) {
    if (outcome.state === 'failed' && outcome.isAddressRefused) await markAddress(tx, reader, ending.now)
    if (outcome.state === 'sent' && reader.mailRefusedAt) await markAddress(tx, reader, null)
  }
}
