import { type KeyboardEvent, useEffect, useEffectEvent } from 'react'

const ARROWS = { across: ['ArrowLeft', 'ArrowRight'], down: ['ArrowUp', 'ArrowDown'] } as const

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

const homes: (() => HTMLElement | undefined)[] = []

/** The focus moves there when its element is gone, for example to the current row of a list. */
export function useFocusHome(find: () => HTMLElement | undefined): void {
  const home = useEffectEvent(find)
  useEffect(() => {
    const registered = (): HTMLElement | undefined => home()
    homes.push(registered)
    return () => void homes.splice(homes.indexOf(registered), 1)
  }, [])
}

/** Browsers report `<body>` if the focused element was removed or hidden. */
export function hasLostFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/**
 * Moves the focus when its element is removed, hidden or disabled, so that keys and screen readers do not start
 * at the top of the page: after a bulk decision, Clear, or a deletion. A click outside all controls removes the
 * focus as usual.
 */
export function watchFocus(): () => void {
  let last: Element | undefined
  // After a reload, the user was on the page already.
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  let isLost = load?.type === 'back_forward'
  const keep = ({ target }: FocusEvent): void => {
    isLost = false
    if (target instanceof Element) last = target
  }
  const observer = new MutationObserver(() => {
    if (!hasLostFocus()) return
    if (last && (!last.isConnected || last.matches(':disabled') || last.checkVisibility?.() === false)) {
      last = undefined
      isLost = true
    }
    // Waits, because the code that removed the element may move the focus itself. If the page has nothing to
    // focus yet, the next change tries again.
    if (isLost) setTimeout(recoverFocus)
  })
  addEventListener('focusin', keep)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  })
  return () => {
    removeEventListener('focusin', keep)
    observer.disconnect()
  }
}

/** To the open dialog, the current row of the page, or the page. */
export function recoverFocus(): void {
  if (!hasLostFocus()) return
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (dialog) return dialog.querySelector<HTMLElement>('h2[tabindex], [autofocus]')?.focus()
  const home = homes.map((find) => find()).findLast((element) => element !== undefined)
  const target = home ?? document.querySelector<HTMLElement>('main')
  target?.focus({ preventScroll: home === undefined })
}
