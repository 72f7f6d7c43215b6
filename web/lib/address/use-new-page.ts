import { useEffect, useRef } from 'react'
import { usePagePlace } from './use-place.ts'

/** Acts like a page load when `shown` changes. A list that already has the focus keeps it. */
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
