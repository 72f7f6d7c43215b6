import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Number of dialogs and pages that are being loaded. Meanwhile shortcuts of lists and open records are
 * disabled, because a key meant for the loading dialog could decide about a row of the list below.
 */
let holds = 0

let drawn: string | undefined

/**
 * Remembers the rendered URL. Shortcuts are disabled while the browser's URL differs, because the router
 * changes it before it renders.
 */
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

/** Disables shortcuts while it is mounted. Rendered in the loading fallbacks of dialogs and pages. */
export function KeysHeld() {
  useLayoutEffect(() => holdKeys(), [])
  return null
}
