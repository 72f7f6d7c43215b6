import { useEffect, useRef } from 'react'

/** Moves the focus to the page and scrolls to its top when `shown` changes, like a page load. */
export function useNewPage(shown: unknown): void {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    document.getElementById('page')?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [shown])
}
