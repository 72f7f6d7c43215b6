import { useEffect, useEffectEvent } from 'react'

/** Guards of open forms with input, the topmost last: each asks, and closes when the answer is yes. */
let guards: readonly (() => void)[] = []
/** Kind of the next history step when the app makes it: its own way back, or the undoing of somebody's. */
let ours: 'step' | 'undoing' | undefined

/** Takes one step back in the browser's history, past every guard. */
export function stepBack(): void {
  ours = 'step'
  history.back()
}

// Before the router's own listener, which would show the page that the step leads to.
globalThis.addEventListener?.(
  'popstate',
  (event) => {
    const step = ours
    ours = undefined
    if (step === 'step') return
    if (step === 'undoing') {
      event.stopImmediatePropagation()
      guards.at(-1)?.()
    } else if (guards.length > 0) {
      event.stopImmediatePropagation()
      ours = 'undoing'
      history.forward()
    }
  },
  { capture: true },
)

/** While on, the browser's Back calls `ask` instead of leaving, as Close does. */
export function useBackGuard(on: boolean, ask: () => void): void {
  const guard = useEffectEvent(ask)
  useEffect(() => {
    if (!on) return undefined
    const mine = (): void => guard()
    guards = [...guards, mine]
    return () => {
      guards = guards.filter((other) => other !== mine)
    }
  }, [on])
}
