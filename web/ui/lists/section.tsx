import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  /** At the top of its column. */
  first?: boolean
  children: ReactNode
}

/** A part of a record under a heading of its own. */
export function Section({ title, first, children }: SectionProps) {
  return (
    <section className={first ? 'sec first' : 'sec'}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
