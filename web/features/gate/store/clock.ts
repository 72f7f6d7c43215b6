interface Sources {
  wall: () => number
  /** Returns the milliseconds of a clock that is never set back. It stops while the device sleeps. */
  ticks: () => number
}

const DEVICE: Sources = { wall: () => Date.now(), ticks: () => performance.now() }

/** Creates a clock that estimates the server's time on this device (rules 24.48). */
export function createServerClock({ wall, ticks }: Sources = DEVICE) {
  let known = { server: wall(), wall: wall(), ticks: ticks() }
  const now = (): number => known.server + ticks() - known.ticks
  const set = (server: number): void => {
    known = { server, wall: wall(), ticks: ticks() }
  }
  return {
    now,
    set,
    /** Returns by how many milliseconds the server's clock is ahead of the device's clock. */
    offset: () => now() - wall(),
    /**
     * Adds the time that the device slept, measured by its wall clock. Has no effect if that clock was set
     * back.
     */
    wake: () => {
      const slept = wall() - known.wall - (ticks() - known.ticks)
      if (slept > 0) set(now() + slept)
    },
  }
}
