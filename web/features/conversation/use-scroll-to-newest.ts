import { useLayoutEffect, useRef } from 'react'

/** Distance from the end, in pixels, within which the newest message counts as in view. */
const NEAR = 80

interface Shown {
  /** Ids of the oldest and the newest loaded message. */
  first: number | undefined
  last: number | undefined
  /** Whether the newest is the reader's own, which is always scrolled to. */
  isOwn: boolean
  isHidden: boolean
}

/**
 * Keeps a list scrolled to its newest message, unless its reader scrolled up. Earlier messages that load above
 * do not move the shown ones.
 */
export function useScrollToNewest({ first, last, isOwn, isHidden }: Shown) {
  const list = useRef<HTMLElement>(null)
  const fromEnd = useRef(0)
  const before = useRef({ first, last })
  useLayoutEffect(() => {
    const box = list.current
    const was = before.current
    if (!box || isHidden) return
    before.current = { first, last }
    const end = box.scrollHeight - box.clientHeight
    const hasLoadedEarlier = first !== was.first && last === was.last
    if (hasLoadedEarlier) box.scrollTop = end - fromEnd.current
    else if (fromEnd.current < NEAR || (last !== was.last && isOwn)) box.scrollTop = end
  })
  return {
    ref: list,
    onScroll: () => {
      const box = list.current
      if (box && !isHidden) fromEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight
    },
  }
}
