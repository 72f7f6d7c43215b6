import { useEffect, useState } from 'react'
import { runAfterPause } from './typing-pause.ts'

/** Returns an empty text at once. */
export function useDebounced(words: string, ms = 250): string {
  const [settled, setSettled] = useState(words)
  useEffect(() => runAfterPause(() => setSettled(words), words === '' ? 0 : ms), [words, ms])
  return settled
}
