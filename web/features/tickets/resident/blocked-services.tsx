import './blocked-services.css'
import { Link } from 'react-router'
import { useBlockedServices } from './services.ts'

/** Number of services that the balance blocks, with a link to pay (rules 4.19); hidden without any. */
export function BlockedServices({ onGo }: { onGo?: () => void }) {
  const count = useBlockedServices()
  if (count === 0) return null
  return (
    <p className="blocked-services">
      {count === 1 ? '1 service waits' : `${count} services wait`} for your balance.{' '}
      <Link to="/billings/payments" onClick={onGo}>
        Pay now
      </Link>
    </p>
  )
}
