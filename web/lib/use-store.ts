import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

export function useStore<T>({ watch, get }: Pick<Store<T>, 'get' | 'watch'>): T {
  return useSyncExternalStore(watch, get, get)
}
