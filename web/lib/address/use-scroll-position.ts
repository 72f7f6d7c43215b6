import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

interface ScrollPosition {
  page?: number
  list?: number
}

const scrollPositions = new Map<string, ScrollPosition>()
let followedLink = ''

export function storeFollowedLink(address: string): void {
  followedLink = address
}

const storeScrollPosition = (key: string, position: ScrollPosition): unknown =>
  scrollPositions.set(key, { ...scrollPositions.get(key), ...position })

function useStoredScrollPosition(): { key: string; storedPosition: ScrollPosition | undefined } {
  const { key } = useLocation()
  const isBackNavigation = useNavigationType() === NavigationType.Pop
  return { key, storedPosition: isBackNavigation ? scrollPositions.get(key) : undefined }
}

export function usePageScrollPosition(): number {
  const { key, storedPosition } = useStoredScrollPosition()
  useEffect(() => {
    const storePagePosition = (): unknown => storeScrollPosition(key, { page: scrollY })
    addEventListener('scroll', storePagePosition, { passive: true })
    return () => removeEventListener('scroll', storePagePosition)
  }, [key])
  return storedPosition?.page ?? 0
}

/**
 * Restores a list when the user returns to it with Back: its scroll position, and the focus on the link that
 * the user had clicked. When `rows` changes, for example to another page or search, the list scrolls to the
 * top.
 */
export function useListScrollPosition<Box extends HTMLElement>(
  rows: string,
): { ref: RefObject<Box | null>; onScroll: () => void } {
  const { key, storedPosition } = useStoredScrollPosition()
  const ref = useRef<Box>(null)
  const lastRows = useRef<string>(undefined)
  useLayoutEffect(() => {
    const box = ref.current
    const previousRows = lastRows.current
    if (previousRows === rows || !box) return
    lastRows.current = rows
    const positionToRestore = previousRows === undefined ? storedPosition : undefined
    box.scrollTo({ top: positionToRestore?.list ?? 0 })
    if (positionToRestore)
      box.querySelector<HTMLElement>(`a[href="${CSS.escape(followedLink)}"]`)?.focus({ preventScroll: true })
  })
  return { ref, onScroll: () => storeScrollPosition(key, { list: ref.current?.scrollTop }) }
}
