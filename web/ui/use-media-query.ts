import { useSyncExternalStore } from 'react'

function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    // Tests render without a browser. For them the screen counts as a wide desktop.
    () => false,
  )
}

/**
 * True below 900 px, where cards replace tables and sheets take the whole screen. base.css has the same
 * number.
 */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 899.98px)')

/**
 * True from 1200 px, where the shell's menu is a sidebar. On narrower screens the header has a button that
 * opens it.
 */
export const useHasSidebar = (): boolean => useMediaQuery('(min-width: 1200px)')

/**
 * True on a screen too low for the whole menu, such as 768 px. Only the group of the open page is expanded
 * then.
 */
export const useIsLowScreen = (): boolean => useMediaQuery('(max-height: 859.98px)')

/** True on a desktop with little space next to the sidebar. Wide tables show some cells in two lines then. */
export const useIsNarrowDesktop = (): boolean => useMediaQuery('(max-width: 1399.98px)')

/**
 * True on a desktop that is too narrow for a table with many columns. Some columns are stacked in one cell
 * then.
 */
export const useIsCrowdedDesktop = (): boolean => useMediaQuery('(max-width: 1599.98px)')

export const useIsTouch = (): boolean => useMediaQuery('(hover: none) and (pointer: coarse)')
