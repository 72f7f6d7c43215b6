import { useDeferredValue } from 'react'

/** Whether to render data: at once if it was known (`from`), else deferred, in slices. */
export function useDeferredRender(known: boolean, from = known): boolean {
  return useDeferredValue(known, from) && known
}
