import '#ui/recommend.css'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useSuperAdmin } from '#lib/api/me.ts'
import { Button } from '#ui/controls/button.tsx'
import { getAccountPage } from './page.ts'

const DISMISSED_KEY = 'SECOND_FACTOR_NOTE'

export function SecondFactorRecommendation() {
  const { secondFactor, recommendSecondFactor } = useSuperAdmin()
  const { pathname } = useLocation()
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED_KEY) !== null)
  const { path } = getAccountPage('/super-admin')
  if (!recommendSecondFactor || secondFactor || isDismissed || pathname === path) return null
  const dismiss = (): void => {
    localStorage.setItem(DISMISSED_KEY, 'dismissed')
    setDismissed(true)
  }
  return (
    <aside className="recommend acts" aria-label="Recommendation">
      <ShieldCheck />
      <p>
        <b>Protect this account with two-step login.</b> It opens everything in the portal. With a code of an
        app on your phone, a password that somebody learned is not enough to get in.
      </p>
      <span className="acts">
        <Link className="btn default" to={path}>
          Set it up
        </Link>
        <Button kind="quiet" onClick={dismiss}>
          Not now
        </Button>
      </span>
    </aside>
  )
}
