/**
 * Rooms are retained this long, because a page opens its socket some seconds after its first call and must
 * miss no event.
 */
const RETENTION_MS = 60_000
/** Time that is added to `milliseconds`, because a page cannot measure the duration of the handshake. */
const MARGIN_MS = 1000

/**
 * Rooms that received events in the last minute. A page fetches its data before its socket is connected. It
 * must refetch only if one of its rooms received an event in between.
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

  /** Returns true if one of the rooms received an event in the last `milliseconds`, or if this is unknown. */
  includesAny(rooms: Iterable<string>, milliseconds: number): boolean {
    const startTime = performance.now() - milliseconds - MARGIN_MS
    if (milliseconds > RETENTION_MS || startTime + MARGIN_MS < this.#startedAt) return true
    for (const room of rooms) if ((this.#lastEvents.get(room) ?? -1) >= startTime) return true
    return false
  }
}
