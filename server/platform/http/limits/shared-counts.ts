import { createClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import type { CallCounts, CallWindow } from './call-counts.ts'

const REPORT_INTERVAL_MS = 500
const SILENCE_TIMEOUT_MS = 15_000

/**
 * Shares the counts of calls between processes through Redis. Twice a second, each process adds its new calls
 * to the sums in Redis and reads the sums. So a call never waits for Redis. While Redis is unavailable, each
 * process counts only its own calls.
 */
export class SharedCallCounts {
  readonly #windows: Map<string, CallWindow>
  readonly #redis: ReturnType<typeof openRedis>
  readonly #timer: NodeJS.Timeout
  #isReporting = false

  constructor({ windows }: CallCounts, redisUrl: string, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#windows = windows
    this.#redis = openRedis(redisUrl)
    this.#redis.on('error', (error: unknown) =>
      log.warn({ err: error }, 'Calls are counted by each process.'),
    )
    this.#redis.connect().catch(() => {})
    this.#timer = setInterval(() => void this.#report(), REPORT_INTERVAL_MS)
    this.#timer.unref()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#redis.destroy()
  }

  async #report(): Promise<void> {
    const now = Date.now()
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key)
    if (this.#isReporting || !this.#redis.isReady) return
    this.#isReporting = true
    try {
      const openWindows = [...this.#windows]
      await Promise.all([
        ...openWindows.filter(hasUnreportedCalls).map(([key, window]) => this.#reportWindow(key, window)),
        this.#readSums(openWindows.filter((entry) => !hasUnreportedCalls(entry))),
      ])
    } catch {
      // The error is ignored, because the next report includes these calls again.
    } finally {
      this.#isReporting = false
    }
  }

  async #reportWindow(key: string, window: CallWindow): Promise<void> {
    const unreportedCalls = window.ownCalls - window.reportedCalls
    const name = toRedisKey(key, window)
    const [sum] = (await this.#redis
      .multi()
      .incrBy(name, unreportedCalls)
      .pExpireAt(name, window.endsAt + REPORT_INTERVAL_MS)
      .exec()) as unknown as [number]
    window.reportedCalls += unreportedCalls
    updateOtherCalls(window, sum)
  }

  /**
   * Reads the sums of callers without new calls in this process, because they may have called other
   * processes.
   */
  async #readSums(windows: readonly [string, CallWindow][]): Promise<void> {
    if (windows.length === 0) return
    const sums = await this.#redis.mGet(windows.map(([key, window]) => toRedisKey(key, window)))
    windows.forEach(([, window], n) => updateOtherCalls(window, Number(sums[n] ?? 0)))
  }
}

const hasUnreportedCalls = ([, { ownCalls, reportedCalls }]: [string, CallWindow]): boolean =>
  ownCalls > reportedCalls

const toRedisKey = (key: string, { endsAt }: CallWindow): string => `tahanan.calls.${endsAt}.${key}`

function updateOtherCalls(window: CallWindow, sum: number): void {
  // If Redis lost its data, the sum is smaller than the calls that this process reported.
  window.otherCalls = Math.max(0, sum - window.reportedCalls)
}

// A separate function, so that its exact return type can be used elsewhere. With the general type of
// `createClient`, tsc takes two seconds longer.
function openRedis(url: string) {
  const socket = {
    connectTimeout: 3000,
    socketTimeout: SILENCE_TIMEOUT_MS,
    reconnectStrategy: REPORT_INTERVAL_MS * 2,
  }
  // Regular pings keep the connection open; otherwise `socketTimeout` would close it when it is idle.
  return createClient({ url, socket, pingInterval: SILENCE_TIMEOUT_MS / 3, disableOfflineQueue: true })
}
