import './billing.css'
import type { ReactNode } from 'react'

interface MoneyLineProps {
  title: string
  Title?: 'h3' | 'h4'
  about: readonly (string | false | null)[]
  amount: string | false
  children?: ReactNode
}

export function MoneyLine({ title, Title = 'h4', about, amount, children }: MoneyLineProps) {
  return (
    <li>
      <div>
        <Title>{title}</Title>
        <p className="minor num">{about.filter(Boolean).join(', ')}</p>
      </div>
      {amount && <b className="num">{amount}</b>}
      {children && <div className="acts">{children}</div>}
    </li>
  )
}
