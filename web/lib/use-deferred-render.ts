import { useDeferredValue } from 'react'

/**
 * Renders known data (`from`) at once. Other data is rendered later and in slices, so that the page stays
 * responsive.
 */
export function useDeferredRender(known: boolean, from = known): boolean {
  return useDeferredValue(known, from) && known
}
