import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '#platform/db/client.ts'
import { RUN_AGAIN } from '#platform/jobs/define-task.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import type { Channel } from '@tahanan/contract/deliveries/channels-and-states.ts'
import { claimDueDeliveries, type DueGroup, type DueRow } from './claim-due-deliveries.ts'
import { endDeliveries, endInterruptedDeliveries, scheduleRetry } from './end-deliveries.ts'
import { getNow, type QueueContext } from './fan-out-notifications.ts'
import type { Outcome, Senders } from './senders.ts'
import { updateAddressRefusedAt } from './update-address-refused-at.ts'

export interface DeliverContext extends QueueContext, Pick<PlatformContext, 'log'> {
  readonly senders: Senders
}

const MAX_CONCURRENT = 16
// Minimum milliseconds for which a message occupies one of the 16 sending slots. It limits mails and push
// messages to 266 a second each, so that API calls stay fast.
const MIN_SLOT_MS = 60
// Maximum milliseconds of one run of the job. It is short, because a process that stops waits for the end of
// the run.
const RUN_MS = 3000

/**
 * Sends due mails or push messages for a few seconds (rules 23.20). Marks each as being sent first. If a
 * crash interrupts it, its state becomes `unclear` and it is not sent again.
 */
export async function sendDueDeliveries(
  context: DeliverContext,
  channel: Channel,
): Promise<typeof RUN_AGAIN | undefined> {
  const { db, newsHooks } = context
  await endInterruptedDeliveries(db, { newsHooks, now: getNow(context) })
  const runningSends = new Set<Promise<void>>()
  const sentGroups: SentGroup[] = []
  const startSending = (group: DueGroup): void => {
    const sendPromise = Promise.all([sendGroup(context, channel, group), sleep(MIN_SLOT_MS)])
      .then(([outcome]) => void (outcome && sentGroups.push({ group, outcome })))
      .finally(() => runningSends.delete(sendPromise))
    runningSends.add(sendPromise)
  }
  let isDone = false
  try {
    for (const runEnd = Date.now() + RUN_MS; !isDone && Date.now() < runEnd;) {
      const limit = MAX_CONCURRENT - runningSends.size
      // Waits until half of the sending slots are free, because claiming many deliveries at once needs fewer
      // queries.
      if (limit < MAX_CONCURRENT / 2) await Promise.race(runningSends)
      else {
        await writeOutcomes(context, sentGroups.splice(0))
        const claimQuery = { channel, limit, now: getNow(context) }
        const groups = await db.transaction().execute((tx) => claimDueDeliveries(tx, claimQuery, context))
        groups?.forEach(startSending)
        isDone = groups === null
      }
    }
  } finally {
    while (runningSends.size > 0) {
      await Promise.race(runningSends)
      await writeOutcomes(context, sentGroups.splice(0))
    }
    await writeOutcomes(context, sentGroups.splice(0))
  }
  return isDone ? undefined : RUN_AGAIN
}

interface SentGroup {
  readonly group: DueGroup
  readonly outcome: Outcome
}

/**
 * Sends the deliveries of one recipient. Never rejects: after an unexpected error it returns undefined, and
 * the deliveries later get the state `unclear`.
 */
async function sendGroup(
  { log, senders }: DeliverContext,
  channel: Channel,
  { reader, deliveries }: DueGroup,
): Promise<Outcome | undefined> {
  try {
    return await senders[channel]({
      area: reader.area,
      reader,
      news: deliveries,
      showDetails: reader.showDetails,
    })
  } catch (error) {
    return logUnclearDeliveries(log, error, deliveries)
  }
}

/**
 * Stores the results of sending. Never rejects: after an error, the deliveries later get the state `unclear`.
 */
async function writeOutcomes(context: DeliverContext, sentGroups: readonly SentGroup[]): Promise<void> {
  if (sentGroups.length === 0) return
  try {
    await context.db.transaction().execute(async (tx) => {
      for (const groupsWithSameOutcome of Map.groupBy(sentGroups, ({ outcome }) =>
        JSON.stringify(outcome),
      ).values())
        await writeOutcome(tx, context, groupsWithSameOutcome)
    })
  } catch (error) {
    logUnclearDeliveries(
      context.log,
      error,
      sentGroups.flatMap(({ group }) => group.deliveries),
    )
  }
}

function logUnclearDeliveries(
  log: DeliverContext['log'],
  error: unknown,
  dueRows: readonly DueRow[],
): undefined {
  log.warn({ err: error, deliveries: dueRows.map(({ id }) => id) }, 'the result of a delivery is unclear')
}

async function writeOutcome(
  tx: Tx,
  context: DeliverContext,
  sentGroups: readonly SentGroup[],
): Promise<void> {
  const endContext = { newsHooks: context.newsHooks, now: getNow(context) }
  const sentDeliveries = sentGroups.flatMap(({ group }) => group.deliveries)
  const [first] = sentGroups
  if (!first) return
  const { outcome } = first
  if (outcome.state === 'later') return scheduleRetry(tx, sentDeliveries, outcome.reason, endContext)
  await endDeliveries(tx, sentDeliveries, outcome, endContext)
  if (sentDeliveries[0]?.channel !== 'mail') return
  for (const { reader } of sentGroups.map(({ group }) => group)) {
    if (outcome.state === 'failed' && outcome.isAddressRefused)
      await updateAddressRefusedAt(tx, reader, endContext.now)
    if (outcome.state === 'sent' && reader.mailRefusedAt) await updateAddressRefusedAt(tx, reader, null)
  }
}
