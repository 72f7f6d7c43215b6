interface Sources {
  /** The device's clock, which anybody may set. */
  wall: () => number
  /** Milliseconds that nobody can set; they stop while the device sleeps. */
  ticks: () => number
}

const DEVICE: Sources = { wall: () => Date.now(), ticks: () => performance.now() }

/** Creates the server's clock as this device last knew it (rules 24.48). */
export function createServerClock({ wall, ticks }: Sources = DEVICE) {
  let known = { server: wall(), wall: wall(), ticks: ticks() }
  const now = (): number => known.server + ticks() - known.ticks
  const set = (server: number): void => {
    known = { server, wall: wall(), ticks: ticks() }
  }
  return {
    now,
    /** Sets the time of an answer of the server. */
    set,
    /** Milliseconds by which the server's clock is ahead of the device's. */
    offset: () => now() - wall(),
    /** Adds the time in which a hidden page slept; a clock that went back is not believed. */
    wake: () => {
      const slept = wall() - known.wall - (ticks() - known.ticks)
      if (slept > 0) set(now() + slept)
    },
  }
}
