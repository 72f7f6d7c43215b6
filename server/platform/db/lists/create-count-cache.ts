type Tally = ReadonlyMap<number, number>

const CACHE_TTL_MS = 10_000
const MAX_CACHE_ENTRIES = 500

/**
 * Caches counts for ten seconds. Callers store only counts of 10,000 or more, because these take longest to
 * compute and change least.
 */
export function createCountCache(): {
  get(key: string): Tally | undefined
  set(key: string, counts: Tally): void
} {
  const cachedCounts = new Map<string, { counts: Tally; expiresAt: number }>()
  return {
    get(key) {
      const cacheEntry = cachedCounts.get(key)
      return cacheEntry && cacheEntry.expiresAt > performance.now() ? cacheEntry.counts : undefined
    },
    set(key, counts) {
      if (cachedCounts.size >= MAX_CACHE_ENTRIES) cachedCounts.clear()
      cachedCounts.set(key, { counts, expiresAt: performance.now() + CACHE_TTL_MS })
    },
  }
}
