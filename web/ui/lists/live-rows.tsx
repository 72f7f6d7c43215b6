import { useRef, useState } from 'react'
import './live-rows.css'

const MARK_DURATION_MS = 7000

/**
 * Returns marks of changed rows by row id, and a function that adds a mark. A mark is removed when its
 * fade-out animation (`--live` in tokens.css) is over.
 */
export function useLiveMarks() {
  const [marks, setMarks] = useState<ReadonlyMap<number, string>>(new Map())
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  const addMark = (id: number, markText: string): void => {
    setMarks((currentMarks) => new Map(currentMarks).set(id, markText))
    clearTimeout(timers.current.get(id))
    const removeMark = (): void =>
      setMarks((currentMarks) => new Map([...currentMarks].filter(([markedId]) => markedId !== id)))
    timers.current.set(id, setTimeout(removeMark, MARK_DURATION_MS))
  }
  return { marks, mark: addMark }
}

export function LiveMark({ children }: { children: string }) {
  return (
    <span className="just dotted" role="status">
      {children}
    </span>
  )
}
