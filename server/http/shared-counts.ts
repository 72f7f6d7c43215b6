import type { FastifyBaseLogger } from 'fastify'
import { createClient } from 'redis'

/** Calls of one caller in one window of time. */
interface Window {
  /** Milliseconds since 1970. */
  readonly ends: number
  /** Calls that this process took, and how many of them Redis knows of. */
  own: number
  told: number
  /** What the other processes had taken when Redis was last asked. */
  others: number
}

const TELL_MS = 500
/** Callers that are remembered; whoever comes after so many takes the place of the one who came first, who counts anew. */
const MOST_CALLERS = 50_000

/**
 * Counts calls over all server processes, for `@fastify/rate-limit`. Each process counts its own at once and tells Redis twice a second
 * how many there were, which answers how many all have taken: nobody's call waits for Redis, and a caller who spreads calls
 * over the processes gets through what is sent within half a second. While Redis is away, each process counts by itself.
 */
export class SharedCounts {
  readonly #windows = new Map<string, Window>()
  readonly #redis: ReturnType<typeof createClient>
  readonly #ticking: NodeJS.Timeout
  #telling = false

  constructor(redisUrl: string, log: Pick<FastifyBaseLogger, 'warn'>) {
    const socket = { connectTimeout: 3000, socketTimeout: 15_000, reconnectStrategy: TELL_MS * 2 }
    this.#redis = createClient({ url: redisUrl, socket, disableOfflineQueue: true })
    this.#redis.on('error', (error: unknown) =>
      log.warn({ err: error }, 'Calls are counted by each process.'),
    )
    this.#redis.connect().catch(() => {})
    this.#ticking = setInterval(() => void this.#tell(), TELL_MS)
    this.#ticking.unref()
  }

  /** Counts a call, and says how many there are in the window so far and how long it lasts, in milliseconds. */
  incr(
    key: string,
    callback: (error: Error | null, result: { current: number; ttl: number }) => void,
    timeWindow: number,
  ): void {
    const now = Date.now()
    // Windows begin by the clock, so that all processes have the same.
    const ends = now - (now % timeWindow) + timeWindow
    let window = this.#windows.get(key)
    if (window?.ends !== ends) {
      window = { ends, own: 0, told: 0, others: 0 }
      this.#remember(key, window)
    }
    window.own++
    callback(null, { current: window.own + window.others, ttl: ends - now })
  }

  /** Every route counts in the same place. */
  child(): this {
    return this
  }

  close(): void {
    clearInterval(this.#ticking)
    this.#redis.destroy()
  }

  #remember(key: string, window: Window): void {
    this.#windows.delete(key)
    if (this.#windows.size >= MOST_CALLERS) {
      const [first] = this.#windows.keys()
      if (first !== undefined) this.#windows.delete(first)
    }
    this.#windows.set(key, window)
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
      // What could not be told is told next time; of the connection itself the listener has said something.
    } finally {
      this.#telling = false
    }
  }

  async #tellOne(key: string, window: Window): Promise<void> {
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

  /** Of callers who have been quiet here since the last telling: they may have been busy elsewhere. */
  async #askOf(quiet: readonly [string, Window][]): Promise<void> {
    if (quiet.length === 0) return
    const counts = await this.#redis.mGet(quiet.map(([key, window]) => nameOf(key, window)))
    quiet.forEach(([, window], n) => learn(window, Number(counts[n] ?? 0)))
  }
}

const nameOf = (key: string, { ends }: Window): string => `tahanan.calls.${ends}.${key}`

function learn(window: Window, all: number): void {
  // Less than this process alone took, where Redis has lost what it knew.
  window.others = Math.max(0, all - window.told)
}
