import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** Scroll positions of the page and its list, by history entry. */
const places = new Map<string, { page?: number; list?: number }>()
/** Address that was last followed from a list. */
let followed = ''

/** Keeps the address that is followed from a list, for the focus of whoever comes back. */
export function keepFollowed(address: string): void {
  followed = address
}

function usePlaces(): { key: string; kept?: { page?: number; list?: number } } {
  const { key } = useLocation()
  const comesBack = useNavigationType() === NavigationType.Pop
  return { key, kept: comesBack ? places.get(key) : undefined }
}

/** Returns the position to which the page scrolls when its path changes: where it was left, or its top. */
export function usePagePlace(): number {
  const { key, kept } = usePlaces()
  useEffect(() => {
    const keep = (): unknown => places.set(key, { ...places.get(key), page: scrollY })
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [key])
  return kept?.page ?? 0
}

/**
 * Scrolls a list to where it was left when its history entry is opened again, and focuses the link that was
 * followed; other rows, of another page or search, begin at the top.
 */
export function useListPlace(box: RefObject<HTMLElement | null>, rows: string): { onScroll: () => void } {
  const { key, kept } = usePlaces()
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    const isFirst = shown.current === undefined
    const element = box.current
    if (shown.current === rows || !element) return
    shown.current = rows
    element.scrollTo(0, (isFirst && kept?.list) || 0)
    if (isFirst && kept)
      element.querySelector<HTMLElement>(`a[href="${CSS.escape(followed)}"]`)?.focus({ preventScroll: true })
  })
  return {
    onScroll: () => {
      places.set(key, { ...places.get(key), list: box.current?.scrollTop })
    },
  }
}
