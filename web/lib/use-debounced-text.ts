import { useEffect, useState } from 'react'
import { runAfterPause } from './delayed-calls.ts'

/** Returns a debounced text. An empty text is returned without delay. */
export function useDebouncedText(words: string, ms = 250): string {
  const [settled, setSettled] = useState(words)
  useEffect(() => runAfterPause(() => setSettled(words), words === '' ? 0 : ms), [words, ms])
  return settled
}
