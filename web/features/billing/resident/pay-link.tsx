import { Link } from 'react-router'

interface PayLinkProps {
  /** Paying is not the next step: nothing is owed, or something was sent since the statement. */
  quiet?: boolean
}

/** Leads to the payment methods. */
export function PayLink({ quiet }: PayLinkProps) {
  return (
    <Link className={quiet ? 'btn default' : 'btn primary'} to="/billings/payments">
      Pay Now
    </Link>
  )
}
