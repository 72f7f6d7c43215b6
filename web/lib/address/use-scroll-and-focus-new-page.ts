import { useEffect, useRef } from 'react'
import { usePageScrollPosition } from './use-scroll-position.ts'

/**
 * Scrolls to the new page's position and focuses the page when `pageKey` changes, as after a page load. The
 * focus stays if it is already inside the page, for example in a list.
 */
export function useScrollAndFocusNewPage(pageKey: unknown): void {
  const scrollPosition = usePageScrollPosition()
  const previousPageKey = useRef(pageKey)
  useEffect(() => {
    if (previousPageKey.current === pageKey) return
    previousPageKey.current = pageKey
    const page = document.getElementById('page')
    if (!page?.contains(document.activeElement)) page?.focus({ preventScroll: true })
    scrollTo(0, scrollPosition)
  }, [pageKey, scrollPosition])
}
