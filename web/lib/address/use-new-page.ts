import { useEffect, useRef } from 'react'
import { usePagePlace } from './use-place.ts'

/** When `shown` changes, moves the focus to the page and scrolls, as a page load does. A list keeps the focus. */
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
