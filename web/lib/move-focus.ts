import { type KeyboardEvent, useEffect, useEffectEvent } from 'react'

const ARROW_KEYS = { across: ['ArrowLeft', 'ArrowRight'], down: ['ArrowUp', 'ArrowDown'] } as const

export function moveFocus(
  event: KeyboardEvent,
  direction: keyof typeof ARROW_KEYS,
  controls: Iterable<HTMLElement>,
): number | undefined {
  // Combinations with modifier keys are ignored: Alt with an arrow key, for example, is the browser's Back.
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined
  const allControls = [...controls]
  const index = allControls.findIndex((control) => control === document.activeElement)
  const [previousKey, nextKey] = ARROW_KEYS[direction]
  const targetIndexByKey: Record<string, number> = {
    [previousKey]: index - 1,
    [nextKey]: index + 1,
    Home: 0,
    End: allControls.length - 1,
  }
  const targetIndex = targetIndexByKey[event.key]
  if (targetIndex === undefined) return undefined
  event.preventDefault()
  const wrappedIndex = (targetIndex + allControls.length) % allControls.length
  allControls[wrappedIndex]?.focus()
  return wrappedIndex
}

const focusFallbacks: (() => HTMLElement | undefined)[] = []

/**
 * Registers the element that gets the focus when the focused element disappears, for example the current row
 * of a list.
 */
export function useFocusFallback(find: () => HTMLElement | undefined): void {
  const findFallback = useEffectEvent(find)
  useEffect(() => {
    const getFallback = (): HTMLElement | undefined => findFallback()
    focusFallbacks.push(getFallback)
    return () => void focusFallbacks.splice(focusFallbacks.indexOf(getFallback), 1)
  }, [])
}

/** Returns whether the focused element was removed or hidden. Browsers then report `<body>` as focused. */
export function hasLostFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/**
 * Moves the focus when the focused element is removed, hidden or disabled, for example by a bulk decision or
 * a deletion. Otherwise keyboard and screen reader users would start again at the top of the page. A click
 * outside all controls still removes the focus.
 */
export function startFocusRecovery(): () => void {
  let lastFocused: Element | undefined
  // After Back or Forward the focus is lost and must be set on the new page. After a reload the user stays on
  // the same page, so the focus is not moved.
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  let isLost = load?.type === 'back_forward'
  const handleFocusIn = ({ target }: FocusEvent): void => {
    isLost = false
    if (target instanceof Element) lastFocused = target
  }
  const observer = new MutationObserver(() => {
    if (!hasLostFocus()) return
    if (
      lastFocused &&
      (!lastFocused.isConnected ||
        lastFocused.matches(':disabled') ||
        lastFocused.checkVisibility?.() === false)
    ) {
      lastFocused = undefined
      isLost = true
    }
    // Deferred, because the code that removed the element may move the focus itself. If nothing can be
    // focused yet, the next change of the page tries again.
    if (isLost) setTimeout(recoverFocus)
  })
  addEventListener('focusin', handleFocusIn)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  })
  return () => {
    removeEventListener('focusin', handleFocusIn)
    observer.disconnect()
  }
}

/** Focuses the open dialog, or else the registered element (`useFocusFallback`), or else the page. */
export function recoverFocus(): void {
  if (!hasLostFocus()) return
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (dialog) return dialog.querySelector<HTMLElement>('h2[tabindex], [autofocus]')?.focus()
  const fallbackElement = focusFallbacks.map((find) => find()).findLast((element) => element !== undefined)
  const focusTarget = fallbackElement ?? document.querySelector<HTMLElement>('main')
  focusTarget?.focus({ preventScroll: fallbackElement === undefined })
}
