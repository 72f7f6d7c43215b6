import { useEffect, useEffectEvent } from 'react'

interface BackGuard {
  onBack: () => void
  isLeavingPage: () => boolean
}

let backGuards: readonly BackGuard[] = []
const findActiveGuard = () => backGuards.findLast(({ isLeavingPage }) => isLeavingPage())
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
      interruptedGuard?.onBack()
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
 * Makes the browser's Back button call `onBack` instead of leaving the page, while `on` is true. If `isLeavingPage`
 * returns false, Back would not leave the page and works as usual.
 */
export function useBackGuard(on: boolean, onBack: () => void, isLeavingPage = () => true): void {
  const guard = useEffectEvent(() => ({ ask: onBack, isLeft: isLeavingPage }))
  useEffect(() => {
    if (!on) return undefined
    const addedGuard = { onBack: () => guard().ask(), isLeavingPage: () => guard().isLeft() }
    backGuards = [...backGuards, addedGuard]
    return () => {
      backGuards = backGuards.filter((otherGuard) => otherGuard !== addedGuard)
    }
  }, [on])
}
