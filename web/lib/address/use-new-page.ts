import { useEffect, useRef } from 'react'
import { usePagePlace } from './use-place.ts'

/**
 * Scrolls to the new page's position and focuses the page when `shown` changes, as after a page load. The
 * focus stays if it is already inside the page, for example in a list.
 */
export function useNewPage(shown: unknown): void {
  const place = usePagePlace()
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    const page = document.getElementById('page')
    if (!page?.contains(document.activeElement)) page?.focus({ preventScroll: true })
    scrollTo(0, place)
  }, [shown, place])
}
