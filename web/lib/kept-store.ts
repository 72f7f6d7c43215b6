import { createStore, type Store } from './store.ts'

/** Choices stored in this browser under `key`. Readers must validate them: stored values may be anything. */
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
    // Loaded again: another tab may have stored others.
    keep: (choices) => {
      set({ ...read(), ...choices })
      localStorage.setItem(key, JSON.stringify(get()))
    },
  }
}
