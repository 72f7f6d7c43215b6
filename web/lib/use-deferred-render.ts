import { useDeferredValue } from 'react'

/**
 * Whether to render the data: at once where it was known before, else deferred, which React renders in slices, so that input is
 * handled in between. For the parts that are most of a first load's work. `from` is false to defer in any case.
 */
export function useDeferredRender(known: boolean, from = known): boolean {
  return useDeferredValue(known, from) && known
}
