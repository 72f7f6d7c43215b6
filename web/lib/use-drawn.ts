import { useDeferredValue } from 'react'

/**
 * Whether to draw what is known: at once where it was known before, else in a second turn that React does in slices, so that a
 * finger is answered in between. For what is most of a page's work on a first load. `from` is false where the turn must be a second
 * one even then.
 */
export function useDrawn(known: boolean, from = known): boolean {
  return useDeferredValue(known, from) && known
}
