import { useEffect, useEffectEvent } from 'react'

interface Guard {
  ask: () => void
  isLeft: () => boolean
}

let guards: readonly Guard[] = []
const toGuard = () => guards.findLast(({ isLeft }) => isLeft())
let asked: Guard | undefined
/** Origin of the next `popstate`: the app went back, or the app reverts the user's step. */
let ownStep: 'step' | 'undoing' | undefined

/** Goes back without asking the guard. */
export function goBackInHistory(): void {
  ownStep = 'step'
  history.back()
}

// Captured, so that it runs before the router shows the previous page.
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

/** While `on`, the browser's Back calls `ask` instead of leaving, if `isLeft` returns true. */
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
