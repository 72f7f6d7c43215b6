import { createStore, type Store } from './store.ts'

/** Choices that this browser stores. Readers must validate them, because stored values may be anything. */
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
    // Reads again, because another tab may have stored other choices.
    keep: (choices) => {
      set({ ...read(), ...choices })
      localStorage.setItem(key, JSON.stringify(get()))
    },
  }
}
