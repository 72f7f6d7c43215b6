import { useEffect, useEffectEvent } from 'react'

/** Maximum milliseconds between two letters of a barcode scanner; people type more slowly. */
const LETTER_MS = 100
const MIN_LENGTH = 8

const TEXT_FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea'

/**
 * Receives the text of a barcode scanner, which ends with Enter. A focused text field receives the letters
 * itself.
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
        // The scanner's Enter must not press the focused button.
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
