import './blocked-services.css'
import { Link } from 'react-router'
import { useBlockedServiceCount } from './services.ts'

/**
 * Note that the resident cannot use some services because of an unpaid balance. Hidden if no service is
 * blocked (rules 4.19).
 */
export function BlockedServicesNote({ onGo }: { onGo?: () => void }) {
  const count = useBlockedServiceCount()
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
