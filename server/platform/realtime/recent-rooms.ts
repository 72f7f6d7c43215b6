/** Milliseconds for which the receivers of an event are remembered: pages connect within seconds of their first calls. */
const REMEMBERED_MS = 60_000
/** For the way of the handshake, whose time the page could not know. */
const MARGIN_MS = 1000

/**
 * Remembers which rooms were told something lately. A page asks for what it shows first and connects afterwards; with this it need not
 * ask for everything twice to be sure that nothing happened in between.
 */
export class RecentRooms {
  readonly #began = performance.now()
  /** Time when each room was told last, oldest first. */
  readonly #last = new Map<string, number>()

  note(rooms: readonly string[]): void {
    const now = performance.now()
    for (const room of rooms) {
      this.#last.delete(room)
      this.#last.set(room, now)
    }
    for (const [room, at] of this.#last) {
      if (at >= now - REMEMBERED_MS - MARGIN_MS) break
      this.#last.delete(room)
    }
  }

  /** Whether one of the rooms was told something within the last `milliseconds`, or whether nobody knows any more. */
  includesAny(rooms: Iterable<string>, milliseconds: number): boolean {
    const from = performance.now() - milliseconds - MARGIN_MS
    if (milliseconds > REMEMBERED_MS || from + MARGIN_MS < this.#began) return true
    for (const room of rooms) if ((this.#last.get(room) ?? -1) >= from) return true
    return false
  }
}
