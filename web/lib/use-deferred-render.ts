import { useDeferredValue } from 'react'

/**
 * Returns whether to render loaded data. Data that was loaded before (`from`) is rendered at once. Other data
 * is rendered with low priority, so that the page stays responsive.
 */
export function useDeferredRender(isReady: boolean, from = isReady): boolean {
  return useDeferredValue(isReady, from) && isReady
}
