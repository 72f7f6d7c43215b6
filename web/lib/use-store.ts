import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

export function useStore<T>({ watch, get }: Store<T>): T {
  return useSyncExternalStore(watch, get)
}
