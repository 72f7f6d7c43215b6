type Tally = ReadonlyMap<number, number>

const KEPT_MS = 10_000
const MAX_KEPT = 500

/** Creates a cache for counts of 10,000 or more, because they take longest to compute and change least. */
export function createCountCache(): {
  get(key: string): Tally | undefined
  set(key: string, counts: Tally): void
} {
  const kept = new Map<string, { counts: Tally; until: number }>()
  return {
    get(key) {
      const found = kept.get(key)
      return found && found.until > performance.now() ? found.counts : undefined
    },
    set(key, counts) {
      if (kept.size >= MAX_KEPT) kept.clear()
      kept.set(key, { counts, until: performance.now() + KEPT_MS })
    },
  }
}
