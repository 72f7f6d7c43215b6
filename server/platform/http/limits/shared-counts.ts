import { createClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import type { CallCounts, CallWindow } from './call-counts.ts'

const REPORT_MS = 500
/** The connection is closed after such a silence. */
const SILENCE_MS = 15_000

/**
 * Adds the calls to other processes to the counts of this one. Each process reports its calls to Redis twice
 * a second and reads the sum, so that no call waits for Redis. While Redis is unavailable, each process
 * counts only its own calls.
 */
export class SharedCounts {
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
    this.#timer = setInterval(() => void this.#report(), REPORT_MS)
    this.#timer.unref()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#redis.destroy()
  }

  async #report(): Promise<void> {
    const now = Date.now()
    for (const [key, { ends }] of this.#windows) if (ends <= now) this.#windows.delete(key)
    if (this.#isReporting || !this.#redis.isReady) return
    this.#isReporting = true
    try {
      const open = [...this.#windows]
      await Promise.all([
        ...open.filter(hasUnreported).map(([key, window]) => this.#reportWindow(key, window)),
        this.#readSums(open.filter((entry) => !hasUnreported(entry))),
      ])
    } catch {
      // The next report includes these calls.
    } finally {
      this.#isReporting = false
    }
  }

  async #reportWindow(key: string, window: CallWindow): Promise<void> {
    const unreported = window.own - window.reported
    const name = toRedisKey(key, window)
    const [sum] = (await this.#redis
      .multi()
      .incrBy(name, unreported)
      .pExpireAt(name, window.ends + REPORT_MS)
      .exec()) as unknown as [number]
    window.reported += unreported
    updateOthers(window, sum)
  }

  /** Callers without new calls here may have called other processes. */
  async #readSums(windows: readonly [string, CallWindow][]): Promise<void> {
    if (windows.length === 0) return
    const sums = await this.#redis.mGet(windows.map(([key, window]) => toRedisKey(key, window)))
    windows.forEach(([, window], n) => updateOthers(window, Number(sums[n] ?? 0)))
  }
}

const hasUnreported = ([, { own, reported }]: [string, CallWindow]): boolean => own > reported

const toRedisKey = (key: string, { ends }: CallWindow): string => `tahanan.calls.${ends}.${key}`

function updateOthers(window: CallWindow, sum: number): void {
  // The difference is negative if Redis has lost its counts.
  window.others = Math.max(0, sum - window.reported)
}

// A separate function for its exact return type: comparing that with createClient's general type takes tsc
// two seconds.
function openRedis(url: string) {
  const socket = { connectTimeout: 3000, socketTimeout: SILENCE_MS, reconnectStrategy: REPORT_MS * 2 }
  // Without pings an idle connection would be closed as silent.
  return createClient({ url, socket, pingInterval: SILENCE_MS / 3, disableOfflineQueue: true })
}
