import { createClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import type { CallCounts, CallWindow } from './call-counts.ts'

const TELL_MS = 500

/**
 * Adds the calls at the other server processes to the counts of this one. Each process counts its own at once and reports them to
 * Redis twice a second, which answers with the sum: no call waits for Redis, and a caller who spreads calls over the processes
 * gets through what is sent within half a second. While Redis is away, each process counts by itself.
 */
export class SharedCounts {
  readonly #windows: Map<string, CallWindow>
  readonly #redis: ReturnType<typeof createClient>
  readonly #ticking: NodeJS.Timeout
  #telling = false

  constructor({ windows }: CallCounts, redisUrl: string, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#windows = windows
    const socket = { connectTimeout: 3000, socketTimeout: 15_000, reconnectStrategy: TELL_MS * 2 }
    this.#redis = createClient({ url: redisUrl, socket, disableOfflineQueue: true })
    this.#redis.on('error', (error: unknown) =>
      log.warn({ err: error }, 'Calls are counted by each process.'),
    )
    this.#redis.connect().catch(() => {})
    this.#ticking = setInterval(() => void this.#tell(), TELL_MS)
    this.#ticking.unref()
  }

  close(): void {
    clearInterval(this.#ticking)
    this.#redis.destroy()
  }

  async #tell(): Promise<void> {
    const now = Date.now()
    for (const [key, { ends }] of this.#windows) if (ends <= now) this.#windows.delete(key)
    if (this.#telling || !this.#redis.isReady) return
    this.#telling = true
    try {
      const open = [...this.#windows]
      await Promise.all([
        ...open.filter(([, { own, told }]) => own > told).map(([key, window]) => this.#tellOne(key, window)),
        this.#askOf(open.filter(([, { own, told }]) => own === told)),
      ])
    } catch {
      // counts that could not be told are told next time; the listener has logged the connection
    } finally {
      this.#telling = false
    }
  }

  async #tellOne(key: string, window: CallWindow): Promise<void> {
    const untold = window.own - window.told
    const name = nameOf(key, window)
    const [all] = (await this.#redis
      .multi()
      .incrBy(name, untold)
      .pExpireAt(name, window.ends + TELL_MS)
      .exec()) as unknown as [number]
    window.told += untold
    learn(window, all)
  }

  /** Asks for callers who have been quiet here since the last telling: they may have been busy elsewhere. */
  async #askOf(quiet: readonly [string, CallWindow][]): Promise<void> {
    if (quiet.length === 0) return
    const counts = await this.#redis.mGet(quiet.map(([key, window]) => nameOf(key, window)))
    quiet.forEach(([, window], n) => learn(window, Number(counts[n] ?? 0)))
  }
}

const nameOf = (key: string, { ends }: CallWindow): string => `tahanan.calls.${ends}.${key}`

function learn(window: CallWindow, all: number): void {
  // less than this process alone took, when Redis has lost its counts
  window.others = Math.max(0, all - window.told)
}
