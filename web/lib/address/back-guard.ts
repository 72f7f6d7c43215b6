import { useEffect, useEffectEvent } from 'react'

interface Guard {
  ask: () => void
  isLeft: () => boolean
}

let guards: readonly Guard[] = []
const toGuard = () => guards.findLast(({ isLeft }) => isLeft())
let asked: Guard | undefined
/**
 * Cause of the next `popstate` event, if this module causes it. `step`: the app went back. `undoing`: the app
 * reverts a step of the user.
 */
let ownStep: 'step' | 'undoing' | undefined

/** Goes back in the history without asking a guard. */
export function goBackInHistory(): void {
  ownStep = 'step'
  history.back()
}

// Listens in the capture phase, so that it runs before the router renders the previous page.
globalThis.addEventListener?.(
  'popstate',
  (event) => {
    const step = ownStep
    ownStep = undefined
    if (step === 'step') return
    if (step === 'undoing') {
      event.stopImmediatePropagation()
      asked?.ask()
    } else if (toGuard()) {
      asked = toGuard()
      event.stopImmediatePropagation()
      ownStep = 'undoing'
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
    const added = { ask: () => guard().ask(), isLeft: () => guard().isLeft() }
    guards = [...guards, added]
    return () => {
      guards = guards.filter((other) => other !== added)
    }
  }, [on])
}
