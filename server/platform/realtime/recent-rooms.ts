/** Pages connect within seconds of their first calls. */
const RETENTION_MS = 60_000
/** Time of the handshake, which the page cannot measure. */
const MARGIN_MS = 1000

/**
 * The rooms that received events in the last minute. A page fetches before it connects; it refetches only if
 * one of its rooms received an event in between.
 */
export class RecentRooms {
  readonly #startedAt = performance.now()
  readonly #lastEvents = new Map<string, number>()

  add(rooms: readonly string[]): void {
    const now = performance.now()
    for (const room of rooms) {
      this.#lastEvents.delete(room)
      this.#lastEvents.set(room, now)
    }
    for (const [room, at] of this.#lastEvents) {
      if (at >= now - RETENTION_MS - MARGIN_MS) break
      this.#lastEvents.delete(room)
    }
  }

  /** Returns true if it is unknown whether a room received an event in the last `milliseconds`. */
  includesAny(rooms: Iterable<string>, milliseconds: number): boolean {
    const from = performance.now() - milliseconds - MARGIN_MS
    if (milliseconds > RETENTION_MS || from + MARGIN_MS < this.#startedAt) return true
    for (const room of rooms) if ((this.#lastEvents.get(room) ?? -1) >= from) return true
    return false
  }
}
