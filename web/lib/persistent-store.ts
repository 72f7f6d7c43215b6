import { createStore, type Store } from './store.ts'

/**
 * Store of choices in local storage. Code that reads them must validate the values, because local storage may
 * contain anything.
 */
export interface PersistentStore extends Pick<Store<StoredChoices>, 'get' | 'watch'> {
  save: (choices: StoredChoices) => void
}

type StoredChoices = Readonly<Record<string, unknown>>

export function createPersistentStore(key: string): PersistentStore {
  const loadChoices = (): StoredChoices => {
    try {
      const storedChoices: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
      return typeof storedChoices === 'object' && storedChoices !== null ? { ...storedChoices } : {}
    } catch {
      return {}
    }
  }
  const { get, set, watch } = createStore(loadChoices())
  return {
    get,
    watch,
    // Local storage is read again, because another tab may have stored other choices.
    save: (choices) => {
      set({ ...loadChoices(), ...choices })
      localStorage.setItem(key, JSON.stringify(get()))
    },
  }
}
