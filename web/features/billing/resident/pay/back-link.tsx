import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

interface BackLinkProps {
  to: string
  children: string
}

/** The way back to the page that this one belongs to. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link className="back-link" to={to}>
      <ArrowLeft className="i sm" aria-hidden />
      {children}
    </Link>
  )
}
