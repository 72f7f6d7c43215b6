import { useEffect, useEffectEvent } from 'react'

/** Maximum time between two letters of a barcode scanner, in milliseconds. People type more slowly. */
const MAX_KEY_INTERVAL_MS = 100
const MIN_CODE_LENGTH = 8

const TEXT_FIELDS_SELECTOR = 'input:not([type="checkbox"], [type="radio"]), textarea'

/**
 * Calls `onText` with the text of a barcode scanner, which types it like a keyboard and ends with Enter. Does
 * nothing while a text field has the focus, because the field receives the letters then.
 */
export function useKeyboardScanner(onText: (text: string) => void): void {
  const handleText = useEffectEvent(onText)
  useEffect(() => {
    let typedText = ''
    let lastKeyTime = 0
    const handleKeyDown = (event: KeyboardEvent): void => {
      const isTyped = event.target instanceof Element && event.target.matches(TEXT_FIELDS_SELECTOR)
      if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.timeStamp - lastKeyTime > MAX_KEY_INTERVAL_MS) typedText = ''
      lastKeyTime = event.timeStamp
      if (event.key === 'Enter') {
        if (typedText.length < MIN_CODE_LENGTH) return
        // The Enter key of the scanner must not click the focused button.
        event.preventDefault()
        event.stopPropagation()
        handleText(typedText)
        typedText = ''
      } else if (event.key.length === 1) typedText += event.key
    }
    addEventListener('keydown', handleKeyDown, { capture: true })
    return () => removeEventListener('keydown', handleKeyDown, { capture: true })
  }, [])
}
