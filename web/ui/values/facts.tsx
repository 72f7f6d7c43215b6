import './facts.css'
import type { ReactNode } from 'react'

type Fact = readonly [label: string, value: ReactNode]

export function Facts({
  facts,
  wide: wideLabels = [],
}: {
  facts: readonly Fact[]
  wide?: readonly string[]
}) {
  return (
    <dl className="facts">
      {facts.map(
        ([label, value]) =>
          value !== null &&
          value !== undefined &&
          value !== '' && (
            <div key={label} className={wideLabels.includes(label) ? 'wide' : ''}>
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
