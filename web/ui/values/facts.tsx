import './facts.css'
import type { ReactNode } from 'react'

type Fact = readonly [label: string, value: ReactNode]

interface FactsProps {
  facts: readonly Fact[]
  wide?: readonly string[]
}

/** Labels with their values, without empty ones. */
export function Facts({ facts, wide = [] }: FactsProps) {
  return (
    <dl className="facts">
      {facts.map(
        ([label, value]) =>
          value !== null &&
          value !== undefined &&
          value !== '' && (
            <div key={label} className={wide.includes(label) ? 'wide' : ''}>
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
