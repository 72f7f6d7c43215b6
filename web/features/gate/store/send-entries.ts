import { ApiError } from '#lib/api/api.ts'
import type { EntryResult } from '@tahanan/contract/gate/answers.ts'
import { MAX_ENTRIES_PER_CALL } from '@tahanan/contract/gate/labels-and-codes.ts'
import { type DeviceStore, type GateEvent, type QueuedEntry, DeviceStorageError } from './device-store.ts'

type SendEvents = (events: GateEvent[]) => Promise<readonly EntryResult[]>
type EntryQueue = Pick<DeviceStore, 'entries' | 'settle' | 'markOffline'>

const INVALID_CALL_STATUSES = [400, 413, 422]

/**
 * Sends at most 500 entries per call, in order. An entry leaves the queue when the server has answered it. If
 * a call fails, its entries stay, and the promise rejects. Must not run twice at the same time.
 */
export async function sendEntries(
  queue: EntryQueue,
  toEvent: (entry: QueuedEntry) => GateEvent,
  send: SendEvents,
) {
  let batchSize = MAX_ENTRIES_PER_CALL
  for (;;) {
    const queuedEntries = (await queue.entries()).filter(({ answered }) => !answered)
    const batchEntries = queuedEntries.slice(0, batchSize)
    if (batchEntries.length === 0) return
    const results = await send(batchEntries.map(toEvent)).catch(async (failure: unknown) => {
      if (failure instanceof ApiError && INVALID_CALL_STATUSES.includes(failure.status))
        return batchEntries.length > 1 ? [] : [createRefusal(batchEntries[0], failure.message)]
      await queue.markOffline(queuedEntries.filter(({ event }) => !event.offline))
      throw failure
    })
    await queue.settle(batchEntries, results)
    // After a rejected call, the batch is halved until the invalid entry is sent alone. Then the others can
    // be sent.
    if (results.length > 0) batchSize = MAX_ENTRIES_PER_CALL
    else batchSize = Math.floor(batchEntries.length / 2)
  }
}

/**
 * Adds the entry to the queue, and returns undefined. If the device cannot store it, sends it immediately and
 * returns the answer; rejects if the server does not answer either.
 */
export async function queueOrSendEntry(
  queue: Pick<DeviceStore, 'addEntry'>,
  entry: Omit<QueuedEntry, 'seq'>,
  send: SendEvents,
): Promise<EntryResult | undefined> {
  try {
    await queue.addEntry(entry)
    return undefined
  } catch (failure) {
    if (!(failure instanceof DeviceStorageError)) throw failure
  }
  const [result] = await send([entry.event]).catch((failure: unknown) => {
    if (failure instanceof ApiError && !failure.isUnanswered) throw failure
    throw new DeviceStorageError(
      'Not recorded: the storage of this device is full, and the server does not answer. Please write it into the guardhouse’s book.',
    )
  })
  return result
}

/**
 * Whether an entry stays in the queue after a failure: the server did not answer, the device could not store
 * data, or the session has ended. After any other failure the entry counts as rejected.
 */
export const staysQueued = (failure: unknown, hasSession = true): boolean =>
  !hasSession ||
  failure instanceof DeviceStorageError ||
  (failure instanceof ApiError && failure.isUnanswered)

const createRefusal = (entry: QueuedEntry | undefined, message: string): EntryResult => {
  return { key: entry?.event.key ?? '', outcome: 'refused', mark: '', message, pass: null }
}
