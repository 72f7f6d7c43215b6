/**
 * Time for which a room with an event is remembered. A page opens its socket some seconds after it loaded its
 * data, and must not miss an event in between.
 */
const RETENTION_MS = 60_000
/**
 * Time that is added to the age of a page, because a page cannot measure how long the connection of its
 * socket takes.
 */
const CONNECT_MARGIN_MS = 1000

/**
 * Remembers which rooms received events in the last minute. A page loads its data before its socket is
 * connected. It must load the data again only if one of its rooms received an event in between.
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
    for (const [room, lastEventAt] of this.#lastEvents) {
      if (lastEventAt >= now - RETENTION_MS - CONNECT_MARGIN_MS) break
      this.#lastEvents.delete(room)
    }
  }

  /**
   * Returns true if one of the rooms received an event in the last `milliseconds`, or if the process cannot
   * know, because it started later.
   */
  includesAny(rooms: Iterable<string>, milliseconds: number): boolean {
    const startTime = performance.now() - milliseconds - CONNECT_MARGIN_MS
    if (milliseconds > RETENTION_MS || startTime + CONNECT_MARGIN_MS < this.#startedAt) return true
    for (const room of rooms) if ((this.#lastEvents.get(room) ?? -1) >= startTime) return true
    return false
  }
}
