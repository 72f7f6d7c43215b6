interface ClockSources {
  getWallTime: () => number
  /** Returns a monotonic time in milliseconds, which does not advance while the device sleeps. */
  getTicks: () => number
}

const DEVICE_CLOCKS: ClockSources = { getWallTime: () => Date.now(), getTicks: () => performance.now() }

/** Creates a clock that estimates the server's time on this device (rules 24.48). */
export function createServerClock({ getWallTime, getTicks }: ClockSources = DEVICE_CLOCKS) {
  let lastSync = { server: getWallTime(), wall: getWallTime(), ticks: getTicks() }
  const now = (): number => lastSync.server + getTicks() - lastSync.ticks
  const set = (server: number): void => {
    lastSync = { server, wall: getWallTime(), ticks: getTicks() }
  }
  return {
    now,
    set,
    /** Milliseconds by which the server's clock is ahead of the device's clock. */
    offset: () => now() - getWallTime(),
    /**
     * Adds the time that the device slept, because `getTicks` stops during sleep. Has no effect if the
     * device's clock was set back.
     */
    wake: () => {
      const sleepMs = getWallTime() - lastSync.wall - (getTicks() - lastSync.ticks)
      if (sleepMs > 0) set(now() + sleepMs)
    },
  }
}
