import './billing.css'
import type { ReactNode } from 'react'

interface MoneyLineProps {
  title: string
  Title?: 'h3' | 'h4'
  details: readonly (string | false | null)[]
  amount: string | false
  children?: ReactNode
}

export function MoneyLine({ title, Title = 'h4', details, amount, children }: MoneyLineProps) {
  return (
    <li>
      <div>
        <Title>{title}</Title>
        <p className="minor num">{details.filter(Boolean).join(', ')}</p>
      </div>
      {amount && <b className="num">{amount}</b>}
      {children && <div className="acts">{children}</div>}
    </li>
  )
}
