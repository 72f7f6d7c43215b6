import type { Totals } from '@tahanan/contract/dashboard/answers.ts'
import { isVisible } from '@tahanan/contract/permissions.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { type LucideIcon, Megaphone, ShieldAlert, Users, Wrench } from 'lucide-react'
import { Link } from 'react-router'
import { useAdmin } from '../../lib/api/me.ts'
import { Bar } from '../../ui/lists/skeletons.tsx'
import { totalsQuery } from './calls.ts'

interface TotalCard {
  key: keyof Totals
  label: string
  icon: LucideIcon
  /** Where the rows are, for those who may see that page. */
  page?: { path: string; permission: PageName }
}

const CARDS: readonly TotalCard[] = [
  {
    key: 'posts',
    label: 'Total Posts',
    icon: Megaphone,
    page: { path: '/admin/announcements', permission: 'announcements' },
  },
  { key: 'tenants', label: 'Total Tenants', icon: Users },
  {
    key: 'requests',
    label: 'Total Requests',
    icon: Wrench,
    page: { path: '/admin/service-requests', permission: 'orders' },
  },
  {
    key: 'reports',
    label: 'Total Reports',
    icon: ShieldAlert,
    page: { path: '/admin/incident-reports', permission: 'reports' },
  },
]

/** The four figures on top of the dashboard. */
export function TotalCards() {
  const { roles } = useAdmin()
  const { data, isError } = useQuery(totalsQuery)
  return (
    <ul className="totals">
      {CARDS.map(({ key, label, icon: Icon, page }) => (
        <li className="tile" key={key}>
          <Icon />
          <span className="minor">
            {page && isVisible(roles, page.permission) ? <Link to={page.path}>{label}</Link> : label}
          </span>
          {data ? (
            <b className="num">{data[key].toLocaleString('en')}</b>
          ) : isError ? (
            <b>–</b>
          ) : (
            <Bar width={72} height={30} />
          )}
        </li>
      ))}
    </ul>
  )
}
