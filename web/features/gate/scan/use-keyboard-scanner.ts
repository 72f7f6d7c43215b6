import { useEffect, useEffectEvent } from 'react'

/** Longest pause between the letters of a scanner that types; people are slower. */
const LETTER_MS = 100
const MIN_LENGTH = 8

const TEXT_FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea'

/**
 * Takes what a scanner types, which ends with Enter. No field needs the focus; a field that has it gets the
 * letters itself.
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
        // The focused button must not be pressed by the scanner.
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
