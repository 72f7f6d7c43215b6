import { useEffect, useEffectEvent } from 'react'

/** Maximum time between two letters of a barcode scanner, in milliseconds. People type more slowly. */
const LETTER_MS = 100
const MIN_LENGTH = 8

const TEXT_FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea'

/**
 * Calls `onText` with the text of a barcode scanner, which types it like a keyboard and ends with Enter. Does
 * nothing while a text field has the focus, because the field receives the letters then.
 */
export function useKeyboardScanner(onText: (text: string) => void): void {
  const take = useEffectEvent(onText)
  useEffect(() => {
    let typed = ''
    let lastAt = 0
    const press = (event: KeyboardEvent): void => {
      const isTyped = event.target instanceof Element && event.target.matches(TEXT_FIELDS)
      if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.timeStamp - lastAt > LETTER_MS) typed = ''
      lastAt = event.timeStamp
      if (event.key === 'Enter') {
        if (typed.length < MIN_LENGTH) return
        // The Enter key of the scanner must not click the focused button.
        event.preventDefault()
        event.stopPropagation()
        take(typed)
        typed = ''
      } else if (event.key.length === 1) typed += event.key
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
}
