interface Sources {
  wall: () => number
  /** Milliseconds of a monotonic clock, which stops while the device sleeps. */
  ticks: () => number
}

const DEVICE: Sources = { wall: () => Date.now(), ticks: () => performance.now() }

/** Creates an estimate of the server's clock for this device (rules 24.48). */
export function createServerClock({ wall, ticks }: Sources = DEVICE) {
  let known = { server: wall(), wall: wall(), ticks: ticks() }
  const now = (): number => known.server + ticks() - known.ticks
  const set = (server: number): void => {
    known = { server, wall: wall(), ticks: ticks() }
  }
  return {
    now,
    set,
    /** Milliseconds by which the server's clock is ahead of the device's. */
    offset: () => now() - wall(),
    /** Adds the time during which the device slept. Ignores a clock that was set back. */
    wake: () => {
      const slept = wall() - known.wall - (ticks() - known.ticks)
      if (slept > 0) set(now() + slept)
    },
  }
}
