import { useQuery } from '@tanstack/react-query'
import { useResident } from '../../../lib/me.ts'
import { pesos } from '../../../lib/money.ts'
import { showLongDay, wallNow, wallOf } from '../../../lib/time.ts'
import { Bar } from '../../../ui/skeletons.tsx'
import { tenantQuery } from '../tenant.ts'
import { daysFromToday } from './due-day.ts'

/** What the resident owes and until when, as the latest statement says (specification 1 §2); nothing without a statement. */
export function BillingCard() {
  const { id, soaAmount } = useResident()
  const { data: tenant, isPending } = useQuery(tenantQuery(id))
  const told = tenant ? tenant.soaAmount !== 0 || tenant.soaDate !== null : soaAmount !== 0
  if (!told) return null
  const amount = tenant?.soaAmount ?? soaAmount
  const due = wallOf(tenant?.soaDate)
  return (
    <section className="money" aria-labelledby="billing-title">
      <LatticeHouse />
      <h2 className="l" id="billing-title">
        Amount due
      </h2>
      <p className="amt num">
        {amount < 0 && '-'}
        <span>₱</span>
        {pesos(Math.abs(amount)).slice(1)}
      </p>
      {isPending && (
        <p className="due" aria-hidden>
          <Bar width={160} />
        </p>
      )}
      {amount > 0 && due !== undefined && (
        <p className="due">
          <span>Due {showLongDay(tenant?.soaDate)}</span>
          <b>{daysFromToday(due, wallNow())}</b>
        </p>
      )}
      {amount <= 0 && <p className="due">Nothing to pay now.</p>}
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
