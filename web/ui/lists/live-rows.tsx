import { useRef, useState } from 'react'
import './live-rows.css'

const SETTLED_MS = 7000

/**
 * Returns marks of changed rows by id, and a function that adds one. A mark is removed when its animation of
 * --live (tokens.css) is over.
 */
export function useLiveMarks() {
  const [marks, setMarks] = useState<ReadonlyMap<number, string>>(new Map())
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  const mark = (id: number, words: string): void => {
    setMarks((known) => new Map(known).set(id, words))
    clearTimeout(timers.current.get(id))
    const settle = (): void => setMarks((known) => new Map([...known].filter(([other]) => other !== id)))
    timers.current.set(id, setTimeout(settle, SETTLED_MS))
  }
  return { marks, mark }
}

export function JustNow({ children }: { children: string }) {
  return (
    <span className="just dotted" role="status">
      {children}
    </span>
  )
}
