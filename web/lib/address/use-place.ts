import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

interface Place {
  page?: number
  list?: number
}

const places = new Map<string, Place>()
let followed = ''

export function keepFollowed(address: string): void {
  followed = address
}

const keepPlace = (key: string, place: Place): unknown => places.set(key, { ...places.get(key), ...place })

function usePlace(): { key: string; kept: Place | undefined } {
  const { key } = useLocation()
  const comesBack = useNavigationType() === NavigationType.Pop
  return { key, kept: comesBack ? places.get(key) : undefined }
}

export function usePagePlace(): number {
  const { key, kept } = usePlace()
  useEffect(() => {
    const keep = (): unknown => keepPlace(key, { page: scrollY })
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [key])
  return kept?.page ?? 0
}

/**
 * Restores a list's scroll position and the focus on the followed link when the user returns to its history
 * entry. When `rows` changes, for example to another page or search, the list scrolls to the top.
 */
export function useListPlace<Box extends HTMLElement>(
  rows: string,
): { ref: RefObject<Box | null>; onScroll: () => void } {
  const { key, kept } = usePlace()
  const ref = useRef<Box>(null)
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    const box = ref.current
    const before = shown.current
    if (before === rows || !box) return
    shown.current = rows
    const place = before === undefined ? kept : undefined
    box.scrollTo({ top: place?.list ?? 0 })
    if (place)
      box.querySelector<HTMLElement>(`a[href="${CSS.escape(followed)}"]`)?.focus({ preventScroll: true })
  })
  return { ref, onScroll: () => keepPlace(key, { list: ref.current?.scrollTop }) }
}
