import { useDeferredValue } from 'react'

/**
 * Whether to render data: at once if it was known before, else deferred, so that React renders in slices and
 * handles input in between. For the largest parts of a first load. Pass `from` as false to always defer.
 */
export function useDeferredRender(known: boolean, from = known): boolean {
  return useDeferredValue(known, from) && known
}
