import { createStore, type Store } from './store.ts'

/** Choices kept in this browser under `key`. Values that were kept may be anything: readers check them. */
export interface KeptStore extends Pick<Store<KeptChoices>, 'get' | 'watch'> {
  keep: (choices: KeptChoices) => void
}

type KeptChoices = Readonly<Record<string, unknown>>

export function createKeptStore(key: string): KeptStore {
  const read = (): KeptChoices => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
      return typeof kept === 'object' && kept !== null ? { ...kept } : {}
    } catch {
      return {}
    }
  }
  const { get, set, watch } = createStore(read())
  return {
    get,
    watch,
    // Read again: another tab may have kept others.
    keep: (choices) => {
      set({ ...read(), ...choices })
      localStorage.setItem(key, JSON.stringify(get()))
    },
  }
}
