import { useSyncExternalStore } from 'react'

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}

/** Below 900 px: cards instead of tables, sheets over the whole screen. base.css has the same number. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 899.98px)')
}

/** A desk with little room beside the sidebar: wide tables fold their cells in two lines. */
export function useIsNarrowDesk(): boolean {
  return useMedia('(max-width: 1299.98px)')
}

/** Whether the finger is the main pointer; such devices have date pickers of their own. */
export function useIsTouch(): boolean {
  return useMedia('(hover: none) and (pointer: coarse)')
}
