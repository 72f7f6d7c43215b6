import { useEffect, useEffectEvent } from 'react'

interface BackGuard {
  ask: () => void
  isLeft: () => boolean
}

let backGuards: readonly BackGuard[] = []
const findActiveGuard = () => backGuards.findLast(({ isLeft }) => isLeft())
let interruptedGuard: BackGuard | undefined
/**
 * Cause of the next `popstate` event, if this module causes it. `step`: the app went back. `undoing`: the app
 * reverts a step of the user.
 */
let ownHistoryStep: 'step' | 'undoing' | undefined

/** Goes back in the history without calling a guard. */
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
 * Makes the browser's Back button call `ask` instead of leaving the page, while `on` is true. `isLeft`
 * returns false if Back would not leave the page.
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
