import { useQuery } from '@tanstack/react-query'
import { type LucideIcon, Megaphone, ShieldAlert, Users, Wrench } from 'lucide-react'
import { Link } from 'react-router'
import { useAdmin } from '#lib/api/me.ts'
import { SkeletonBar } from '#ui/lists/skeletons.tsx'
import type { DashboardTotals } from '@tahanan/contract/dashboard/answers.ts'
import { canSeePage, type PageName } from '@tahanan/contract/permissions.ts'
import { totalsQuery } from './calls.ts'

type TotalCard = readonly [
  key: keyof DashboardTotals,
  label: string,
  icon: LucideIcon,
  path?: string,
  page?: PageName,
]

// Lists with tabs open the last used tab if the URL has no parameter. `page=1` opens All, which the totals
// count.
const CARDS: readonly TotalCard[] = [
  ['posts', 'Total Posts', Megaphone, '/admin/announcements', 'announcements'],
  ['tenants', 'Total Tenants', Users, '/admin/tenants', 'tenants'],
  ['requests', 'Total Requests', Wrench, '/admin/service-requests?page=1', 'orders'],
  ['reports', 'Total Reports', ShieldAlert, '/admin/incident-reports?page=1', 'reports'],
]

export function TotalCards() {
  const { roles } = useAdmin()
  const { data, isError } = useQuery(totalsQuery)
  return (
    <ul className="totals stack">
      {CARDS.map(([key, label, Icon, path, page]) => (
        <li className="tile" key={key}>
          <Icon />
          <span className="minor">
            {path && page && canSeePage(roles, page) ? <Link to={path}>{label}</Link> : label}
          </span>
          {data ? (
            <b className="num">{data[key].toLocaleString('en')}</b>
          ) : isError ? (
            <b>–</b>
          ) : (
            <SkeletonBar width={72} height={30} />
          )}
        </li>
      ))}
    </ul>
  )
}
