import type { FastifyBaseLogger } from 'fastify'

/** So long an own event and this process's reader of the stream wait for each other. */
const PATIENCE_MS = 250

/**
 * Brings what this process tells its own sockets, and what it reads of the others, into the one order of the Redis stream. An
 * own event waits until the reader comes to it, and the reader waits there until its sockets were told. Without that an own event
 * overtakes an older one of another process which the reader has not come to.
 */
export interface StreamOrder {
  /**
   * Passes on the place in the stream of an own event when it is that event's turn. Where it has no place, or the reader does
   * not come, it is not held up for longer than a moment. `taken` is `published` for as long as anyone waits for it.
   */
  own(published: Promise<string>, taken: Promise<string>): Promise<string>
  /** The reader has come to an own event. */
  readOwn(place: string): void
  /** The reader has come to an event of another process; `tell` is called when it is its turn. */
  read(tell: () => unknown): void
}

export function createStreamOrder(log: Pick<FastifyBaseLogger, 'warn'>): StreamOrder {
  /** Own events by their place that Redis or the reader has told of, until both have. */
  const meetings = new Map<string, Meeting>()
  /** The last own event that the reader has left behind. */
  let passed = '0-0'
  /** Own events of which Redis has not said whether it has them. */
  let unanswered = 0
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
  function answered(): void {
    unanswered -= 1
    if (unanswered === 0) for (const { taken } of meetings.values()) taken.resolve()
  }

  async function pass(place: string): Promise<void> {
    const { taken } = meetingAt(place)
    // Redis may answer on one connection a little after the reader heard of it on the other.
    if (unanswered > 0) await atMost(PATIENCE_MS, taken.promise)
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
    async own(published, taken) {
      unanswered += 1
      published.then(note, () => {}).finally(answered)
      const place = await taken
      if (comesAfter(place, passed)) await atMost(PATIENCE_MS, meetingAt(place).read.promise)
      return place
    },
    readOwn: (place) => next(() => pass(place)),
    read: (tell) => next(tell),
  }
}

interface Meeting {
  readonly taken: PromiseWithResolvers<void>
  readonly read: PromiseWithResolvers<void>
}

/** Of two places in a stream, `milliseconds-number` each; what has no place comes after none. */
function comesAfter(place: string, other: string): boolean {
  const [time = 0, number = 0] = place.split('-').map(Number)
  const [otherTime = 0, otherNumber = 0] = other.split('-').map(Number)
  return time === otherTime ? number > otherNumber : time > otherTime
}

/** Resolves when the work is done, but not later than after so many milliseconds. */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))
  await Promise.race([work, limit])
  clearTimeout(timer)
}
