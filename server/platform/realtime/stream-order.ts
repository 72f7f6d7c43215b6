import type { FastifyBaseLogger } from 'fastify'
import { atMost, inTime } from '../in-time.ts'

/** So long an event waits for Redis before this process's own sockets get it all the same. */
const REDIS_PATIENCE_MS = 1000
/** So long an own event and this process's reader of the stream wait for each other. */
const READER_PATIENCE_MS = 250

/**
 * Brings what this process tells its own sockets, and what it reads of the others, into the one order of the Redis stream. An
 * own event waits until the reader comes to it, and the reader waits there until its sockets were told. Without that an own event
 * overtakes an older one of another process which the reader has not come to.
 */
export interface StreamOrder {
  /**
   * Passes on the place in the stream that Redis gives an own event, when it is that event's turn. Where it has no place, or the
   * reader does not come, it is not held up for longer than a moment. Rejects when Redis does not take it, or not within a second.
   */
  own(published: Promise<string>): Promise<string>
  /** The reader has come to an own event. */
  readOwn(place: string): void
  /** The reader has come to an event of another process; `tell` is called when it is its turn. */
  read(tell: () => unknown): void
  /** Resolves when Redis has said of every own event so far whether it has it. */
  answered(): Promise<unknown>
}

export function createStreamOrder(log: Pick<FastifyBaseLogger, 'warn'>): StreamOrder {
  /** Own events by their place that Redis or the reader has told of, until both have. */
  const meetings = new Map<string, Meeting>()
  /** The last own event that the reader has left behind. */
  let passed = '0-0'
  /** Own events of which Redis has not said whether it has them. */
  const unanswered = new Set<Promise<string>>()
  let reading: Promise<unknown> = Promise.resolve()

  function meetingAt(place: string): Meeting {
    const known = meetings.get(place)
    if (known) return known
    const meeting = { taken: Promise.withResolvers<void>(), read: Promise.withResolvers<void>() }
    meetings.set(place, meeting)
    return meeting
  }

  /** Notes that Redis has an own event; those that the reader left behind without it are told already. */
  function note(place: string): void {
    if (!comesAfter(place, passed)) return
    meetingAt(place).taken.resolve()
  }

  /** An own event that the reader waits at, and that nothing is under way for any more, was given up. */
  function forget(published: Promise<string>): void {
    unanswered.delete(published)
    if (unanswered.size === 0) for (const { taken } of meetings.values()) taken.resolve()
  }

  async function pass(place: string): Promise<void> {
    const { taken } = meetingAt(place)
    // Redis may answer on one connection a little after the reader heard of it on the other.
    if (unanswered.size > 0) await atMost(READER_PATIENCE_MS, taken.promise)
    passed = place
    for (const [other, { read }] of meetings) {
      if (comesAfter(other, place)) continue
      read.resolve()
      meetings.delete(other)
    }
    // Its sockets are told in the microtasks that follow.
    await new Promise((resolve) => setImmediate(resolve))
  }

  function next(step: () => unknown): void {
    reading = reading.then(step).catch((error: unknown) => log.warn({ err: error }, 'An event was not told.'))
  }

  return {
    async own(published) {
      unanswered.add(published)
      published.then(note, () => {}).finally(() => forget(published))
      const place = await inTime(published, REDIS_PATIENCE_MS, 'Redis does not answer in time.')
      if (comesAfter(place, passed)) await atMost(READER_PATIENCE_MS, meetingAt(place).read.promise)
      return place
    },
    readOwn: (place) => next(() => pass(place)),
    read: (tell) => next(tell),
    answered: () => Promise.allSettled(unanswered),
  }
}

interface Meeting {
  readonly taken: PromiseWithResolvers<void>
  readonly read: PromiseWithResolvers<void>
}

/** Whether one place in a stream (`milliseconds-number`) comes after another; without a place it comes after none. */
function comesAfter(place: string, other: string): boolean {
  const [time = 0, number = 0] = place.split('-').map(Number)
  const [otherTime = 0, otherNumber = 0] = other.split('-').map(Number)
  return time === otherTime ? number > otherNumber : time > otherTime
}
