import { useEffect, useEffectEvent } from 'react'

/** Close requests of the open forms with unsaved input, topmost last. Each asks for confirmation. */
let guards: readonly (() => void)[] = []
/** Origin of the next `popstate`: a step back by the app, or the app undoing the user's step. */
let ownStep: 'step' | 'undoing' | undefined

/** Goes back one entry in the browser's history, without asking a guard. */
export function stepBack(): void {
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
      guards.at(-1)?.()
    } else if (guards.length > 0) {
      event.stopImmediatePropagation()
      ownStep = 'undoing'
      history.forward()
    }
  },
  { capture: true },
)

/** While `on`, the browser's Back calls `ask` instead of leaving the page. */
export function useBackGuard(on: boolean, ask: () => void): void {
  const guard = useEffectEvent(ask)
  useEffect(() => {
    if (!on) return undefined
    const close = (): void => guard()
    guards = [...guards, close]
    return () => {
      guards = guards.filter((other) => other !== close)
    }
  }, [on])
}
