import { useSyncExternalStore } from 'react'

/** Whether the page is in front: not in a background tab, and the screen is on. */
export function usePageShown(): boolean {
  return useSyncExternalStore(watch, () => document.visibilityState === 'visible')
}

function watch(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
