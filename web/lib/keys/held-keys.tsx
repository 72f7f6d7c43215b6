import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Number of layers and pages that are loading. While they load, shortcuts of lists and open records are off,
 * because a letter could decide about the list below.
 */
let holds = 0

let drawn: string | undefined

/** Stores the rendered URL, because the router changes the browser's URL before it renders. */
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

/** Fallbacks of layers and pages render it, so that shortcuts are off while they load. */
export function KeysHeld() {
  useLayoutEffect(() => holdKeys(), [])
  return null
}
