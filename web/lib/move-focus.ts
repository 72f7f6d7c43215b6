import type { KeyboardEvent } from 'react'

const ARROWS = { across: ['ArrowLeft', 'ArrowRight'], down: ['ArrowUp', 'ArrowDown'] } as const

/** Moves the focus among the controls of a toolbar, menu or tab list by the arrow keys, Home and End. Returns where to. */
export function moveFocus(
  event: KeyboardEvent,
  direction: keyof typeof ARROWS,
  controls: Iterable<HTMLElement>,
): number | undefined {
  // Alt and an arrow is the browser's way back
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined
  const all = [...controls]
  const here = all.findIndex((control) => control === document.activeElement)
  const [back, forth] = ARROWS[direction]
  const steps: Record<string, number> = { [back]: here - 1, [forth]: here + 1, Home: 0, End: all.length - 1 }
  const step = steps[event.key]
  if (step === undefined) return undefined
  event.preventDefault()
  const to = (step + all.length) % all.length
  all[to]?.focus()
  return to
}
