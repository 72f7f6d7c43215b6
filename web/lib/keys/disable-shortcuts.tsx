import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Number of dialogs and pages that are being loaded. Meanwhile shortcuts of lists and open records are
 * disabled. Otherwise a key meant for the loading dialog could approve or reject a row of the list below.
 */
let disableCount = 0

let renderedAddress: string | undefined

/**
 * Remembers the rendered URL. Shortcuts are disabled while the browser's URL differs, because the router
 * changes it before it renders.
 */
export function useTrackRenderedAddress(): void {
  const { pathname, search } = useLocation()
  useLayoutEffect(() => {
    renderedAddress = pathname + search
  }, [pathname, search])
}

export const areShortcutsDisabled = (): boolean =>
  disableCount > 0 ||
  (renderedAddress !== undefined && renderedAddress !== location.pathname + location.search)

export function disableShortcuts(): () => void {
  disableCount += 1
  let isHeld = true
  return () => {
    if (isHeld) disableCount -= 1
    isHeld = false
  }
}

export async function disableShortcutsWhile<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  const enableShortcuts = disableShortcuts()
  try {
    return await loading
  } finally {
    enableShortcuts()
  }
}

/** Disables shortcuts while it is mounted. Rendered in the loading fallbacks of dialogs and pages. */
export function DisableShortcuts() {
  useLayoutEffect(() => disableShortcuts(), [])
  return null
}
