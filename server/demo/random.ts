/** A source of chance that gives the same row of numbers every time, so that a demo community can be told from a bug. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number between both, both included. */
  between(from: number, to: number): number
  pick<T>(from: readonly T[]): T
  /** True in so many of a hundred cases. */
  chance(percent: number): boolean
  /** One of the keys, each as likely as its weight. */
  weighted<Key extends number>(weights: Readonly<Record<Key, number>>): Key
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    chance: (percent) => next() * 100 < percent,
    pick: <T>(from: readonly T[]): T => {
      if (from.length === 0) throw new RangeError('nothing to pick from')
      return from[between(0, from.length - 1)] as T
    },
    weighted: <Key extends number>(weights: Readonly<Record<Key, number>>): Key => {
      const entries = Object.entries<number>(weights).map(
        ([key, weight]) => [Number(key) as Key, weight] as const,
      )
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        rest -= weight
        if (rest < 0) return key
      }
      return (entries.at(-1) as (typeof entries)[number])[0]
    },
  }
}
