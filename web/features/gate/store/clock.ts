interface ClockSources {
  wall: () => number
  /** Returns the milliseconds of a clock that is never set back. It stops while the device sleeps. */
  ticks: () => number
}

const DEVICE_CLOCKS: ClockSources = { wall: () => Date.now(), ticks: () => performance.now() }

/** Creates a clock that estimates the server's time on this device (rules 24.48). */
export function createServerClock({ wall, ticks }: ClockSources = DEVICE_CLOCKS) {
  let lastSync = { server: wall(), wall: wall(), ticks: ticks() }
  const now = (): number => lastSync.server + ticks() - lastSync.ticks
  const set = (server: number): void => {
    lastSync = { server, wall: wall(), ticks: ticks() }
  }
  return {
    now,
    set,
    /** Milliseconds by which the server's clock is ahead of the device's clock. */
    offset: () => now() - wall(),
    /**
     * Adds the time that the device slept, because `ticks` stops then. Has no effect if the device's clock
     * was set back.
     */
    wake: () => {
      const sleepMs = wall() - lastSync.wall - (ticks() - lastSync.ticks)
      if (sleepMs > 0) set(now() + sleepMs)
    },
  }
}
