export interface Store<T> {
  get: () => T
  set: (next: T) => void
  watch: (watcher: () => void) => () => void
  isWatched: () => boolean
}

export function createStore<T>(value: T): Store<T> {
  const watchers = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const watcher of watchers) watcher()
    },
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    isWatched: () => watchers.size > 0,
  }
}
