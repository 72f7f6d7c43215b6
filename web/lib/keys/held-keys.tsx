import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Layers and pages that are loading. Their keys must not reach the list below, where a letter decides: while one is
 * loading, keys of lists and open records do nothing.
 */
let holds = 0

let drawn: string | undefined

/** Notes the address of the drawn page and panel: the router changes the browser's address before it draws. */
export function useDrawnAddress(): void {
  const { pathname, search } = useLocation()
  useLayoutEffect(() => {
    drawn = pathname + search
  }, [pathname, search])
}

export const areKeysHeld = (): boolean =>
  holds > 0 || (drawn !== undefined && drawn !== location.pathname + location.search)

export function holdKeys(): () => void {
  holds += 1
  let isHeld = true
  return () => {
    if (isHeld) holds -= 1
    isHeld = false
  }
}

export async function holdKeysWhile<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  const free = holdKeys()
  try {
    return await loading
  } finally {
    free()
  }
}

/** Turns keyboard shortcuts off while it is mounted; rendered by each fallback of a layer or page. */
export function KeysHeld() {
  useLayoutEffect(() => holdKeys(), [])
  return null
}
