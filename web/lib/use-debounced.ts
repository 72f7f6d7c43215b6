import { useEffect, useState } from 'react'

const PAUSE_MS = 250

/** Returns the words of a search field once nothing was typed for 250 ms. */
export function useDebounced(words: string): string {
  const [settled, setSettled] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  return settled
}
