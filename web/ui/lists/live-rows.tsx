import { useRef, useState } from 'react'
import './live-rows.css'

const SETTLED_MS = 7000

/**
 * Which rows changed just now, by id. `mark(id, words)` lights one up; it settles by itself (tokens.css `--live`).
 * Give the row the class `live` and show `<JustNow>` in it while it has a mark.
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

/** The words beside a row that changed just now ('Just updated', 'New'), told to screen readers too. */
export function JustNow({ children }: { children: string }) {
  return (
    <span className="just dotted" role="status">
      {children}
    </span>
  )
}
