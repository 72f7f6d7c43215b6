import { useEffect, useState } from 'react'
import { runAfterPause } from './delayed-calls.ts'

/** Returns a debounced text. An empty text is returned without delay. */
export function useDebouncedText(text: string, ms = 250): string {
  const [debouncedText, setDebouncedText] = useState(text)
  useEffect(() => runAfterPause(() => setDebouncedText(text), text === '' ? 0 : ms), [text, ms])
  return debouncedText
}
