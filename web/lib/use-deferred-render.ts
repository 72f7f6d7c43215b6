import { useDeferredValue } from 'react'

/**
 * Returns whether loaded data may be rendered now. Data that was loaded before the first render (`from`) is
 * rendered at once. Data that arrives later is rendered with low priority, so that the page stays responsive.
 */
export function useDeferredRender(isReady: boolean, from = isReady): boolean {
  return useDeferredValue(isReady, from) && isReady
}
