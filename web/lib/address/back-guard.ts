import { useEffect, useEffectEvent } from 'react'

interface BackGuard {
  ask: () => void
  isLeft: () => boolean
}

let backGuards: readonly BackGuard[] = []
const findActiveGuard = () => backGuards.findLast(({ isLeft }) => isLeft())
let interruptedGuard: BackGuard | undefined
/**
 * Cause of the next `popstate` event if this module triggers it. `step`: the app goes back. `undoing`: the
 * user pressed Back, and the app goes forward again to ask the user first.
 */
let ownHistoryStep: 'step' | 'undoing' | undefined

/** Goes back in the browser's history without asking the user (see `useBackGuard`). */
export function goBackInHistory(): void {
  ownHistoryStep = 'step'
  history.back()
}

// Listens in the capture phase, so that it runs before the router renders the previous page.
globalThis.addEventListener?.(
  'popstate',
  (event) => {
    const historyStep = ownHistoryStep
    ownHistoryStep = undefined
    if (historyStep === 'step') return
    if (historyStep === 'undoing') {
      event.stopImmediatePropagation()
      interruptedGuard?.ask()
    } else if (findActiveGuard()) {
      interruptedGuard = findActiveGuard()
      event.stopImmediatePropagation()
      ownHistoryStep = 'undoing'
      history.forward()
    }
  },
  { capture: true },
)

/**
 * Makes the browser's Back button call `ask` instead of leaving the page, while `on` is true. If `isLeft`
 * returns false, Back would not leave the page and works as usual.
 */
export function useBackGuard(on: boolean, ask: () => void, isLeft = () => true): void {
  const guard = useEffectEvent(() => ({ ask, isLeft }))
  useEffect(() => {
    if (!on) return undefined
    const addedGuard = { ask: () => guard().ask(), isLeft: () => guard().isLeft() }
    backGuards = [...backGuards, addedGuard]
    return () => {
      backGuards = backGuards.filter((other) => other !== addedGuard)
    }
  }, [on])
}
