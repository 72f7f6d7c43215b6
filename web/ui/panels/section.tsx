import type { ReactNode } from 'react'

export function Section({ title, first, children }: { title: string; first?: boolean; children: ReactNode }) {
  return (
    <section className={first ? 'sec first' : 'sec'}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
