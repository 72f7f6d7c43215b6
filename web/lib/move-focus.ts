import type { KeyboardEvent } from 'react'

const ARROWS = { across: ['ArrowLeft', 'ArrowRight'], down: ['ArrowUp', 'ArrowDown'] } as const

/** Moves the focus by arrow keys, Home and End. Returns the new control. */
export function moveFocus(
  event: KeyboardEvent,
  direction: keyof typeof ARROWS,
  controls: Iterable<HTMLElement>,
): number | undefined {
  // Alt with an arrow is the browser's Back.
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined
  const all = [...controls]
  const index = all.findIndex((control) => control === document.activeElement)
  const [back, forth] = ARROWS[direction]
  const steps: Record<string, number> = {
    [back]: index - 1,
    [forth]: index + 1,
    Home: 0,
    End: all.length - 1,
  }
  const step = steps[event.key]
  if (step === undefined) return undefined
  event.preventDefault()
  const to = (step + all.length) % all.length
  all[to]?.focus()
  return to
}
