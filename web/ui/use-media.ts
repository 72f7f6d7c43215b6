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

/** From 1200 px the menu of a shell stands beside the page; below it opens from the header. */
export function useHasSidebar(): boolean {
  return useMedia('(min-width: 1200px)')
}

/** A screen too low for the whole menu, such as a laptop's 768 px: only the group of the open page is unfolded. */
export function useIsLow(): boolean {
  return useMedia('(max-height: 859.98px)')
}

/** A desk with little room beside the sidebar: wide tables fold their cells in two lines. */
export function useIsNarrowDesk(): boolean {
  return useMedia('(max-width: 1399.98px)')
}

/** A desk where a table of many columns has no room for all of them side by side. */
export function useIsCrowdedDesk(): boolean {
  return useMedia('(max-width: 1599.98px)')
}

/** Whether the finger is the main pointer; such devices have date pickers of their own. */
export function useIsTouch(): boolean {
  return useMedia('(hover: none) and (pointer: coarse)')
}
