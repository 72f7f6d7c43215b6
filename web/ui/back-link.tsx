import './back-link.css'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className="back-link inline" to={to}>
      <ArrowLeft className="small" />
      {children}
    </Link>
  )
}
