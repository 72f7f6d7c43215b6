import { useSyncExternalStore } from 'react'

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    // Tests render without a browser, like a wide desktop.
    () => false,
  )
}

/** Below 900 px: cards instead of tables, full-screen sheets. base.css has the same number. */
export const useIsPhone = (): boolean => useMedia('(max-width: 899.98px)')

/** From 1200 px the shell's menu is a sidebar; below it opens from the header. */
export const useHasSidebar = (): boolean => useMedia('(min-width: 1200px)')

/** A screen too low for the whole menu, such as 768 px: only the open page's group is expanded. */
export const useIsLow = (): boolean => useMedia('(max-height: 859.98px)')

/** A desktop with little space next to the sidebar: wide tables fold cells into two lines. */
export const useIsNarrowDesk = (): boolean => useMedia('(max-width: 1399.98px)')

/** A desktop where a table of many columns must stack some. */
export const useIsCrowdedDesk = (): boolean => useMedia('(max-width: 1599.98px)')

/** True on touch devices, which have their own date pickers. */
export const useIsTouch = (): boolean => useMedia('(hover: none) and (pointer: coarse)')
