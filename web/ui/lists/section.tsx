import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  first?: boolean
  children: ReactNode
}

/** A part of a record with its own heading. */
export function Section({ title, first, children }: SectionProps) {
  return (
    <section className={first ? 'sec first' : 'sec'}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
