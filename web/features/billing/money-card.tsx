import './money-card.css'
import type { ReactNode } from 'react'
import { pesos } from '../../lib/money.ts'

interface MoneyCardProps {
  /** Its heading. */
  title: string
  /** Under the heading, above the figure. */
  lead?: ReactNode
  /** Pesos; not below zero. */
  amount: number
  /** Buttons. */
  actions?: ReactNode
  /** Under the figure, such as the statement that it comes from. */
  children?: ReactNode
}

/** Card with an amount, on the deep ground behind the lattice. */
export function MoneyCard({ title, lead, amount, actions, children }: MoneyCardProps) {
  return (
    <section className="money" aria-labelledby="billing-title">
      <LatticeHouse />
      <h2 id="billing-title">{title}</h2>
      {lead}
      <p
        className="amt num"
        ref={(figure) => figure?.style.setProperty('--characters', String(pesos(amount).length))}
      >
        <span>₱</span>
        {pesos(amount).slice(1)}
      </p>
      {children}
      {actions && <div className="acts">{actions}</div>}
    </section>
  )
}

/** The house behind the lattice, of the look. */
function LatticeHouse() {
  return (
    <svg className="house" viewBox="0 0 240 168" aria-hidden>
      <path d="M156 24l72 72H84z" fill="#fff" opacity=".13" />
      <path d="M108 96h96v72h-96z" fill="#fff" opacity=".08" />
      <path d="M156 120h24v48h-24z" fill="#0a2820" opacity=".6" />
      <path
        d="M.5 0V168M24.5 0V168M48.5 0V168M72.5 0V168M96.5 0V168M120.5 0V168M144.5 0V168M168.5 0V168M192.5 0V168M216.5 0V168M0 .5H240M0 24.5H240M0 48.5H240M0 72.5H240M0 96.5H240M0 120.5H240M0 144.5H240"
        stroke="#fff"
        strokeOpacity=".14"
        fill="none"
      />
    </svg>
  )
}
