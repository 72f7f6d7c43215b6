import { createStore, type Store } from './store.ts'

/**
 * Store of choices that stay in this browser. Readers must validate the values, because local storage may
 * contain anything.
 */
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
    // Local storage is read again, because another tab may have stored other choices.
    keep: (choices) => {
      set({ ...read(), ...choices })
      localStorage.setItem(key, JSON.stringify(get()))
    },
  }
}
