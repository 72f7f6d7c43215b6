import { useEffect, useRef } from 'react'
import { usePageScrollPosition } from './use-scroll-position.ts'

/**
 * Focuses the new page and scrolls to its stored position when `pageKey` changes, like a browser after a page
 * load. The focus does not move if it is already inside the page, for example in a list.
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
