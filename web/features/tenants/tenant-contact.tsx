import { Phone } from 'lucide-react'
import { Link } from 'react-router'
import { useAdmin } from '#lib/api/me.ts'
import { formatAmountDue } from '#lib/money.ts'
import { formatUnit } from '#lib/record-values.ts'
import type { TenantContact as Contact, TenantOption } from '@tahanan/contract/answers.ts'
import { rolesAllow, type PageName } from '@tahanan/contract/permissions.ts'
import './tenant-contact.css'

const TENANT_PAGES: readonly (readonly [label: string, page: PageName, address: (id: number) => string])[] = [
  ['Tenant record', 'tenants', (id) => `/admin/tenants?modal=true&serviceId=${id}`],
  ['Ledger', 'billings', (id) => `/admin/settings?id=${id}`],
  ['Other tickets', 'services', (id) => `/admin/services?tenantId=${id}`],
]

export function TenantContact({ tenant, contact }: { tenant: TenantOption; contact?: Contact }) {
  const { roles } = useAdmin()
  const { phones = [], leftToPay = null } = contact ?? {}
  return (
    <div className="contact wide">
      <p className="row">
        <span>{formatUnit(tenant)}</span>
        {phones.map((phone) => (
          <a className="num" key={phone} href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
            <Phone />
            {phone}
          </a>
        ))}
        {leftToPay !== null && <span className="num">{formatAmountDue(leftToPay)}</span>}
      </p>
      <p className="row">
        {TENANT_PAGES.filter(([, page]) => rolesAllow(roles, page, 'view')).map(([label, , address]) => (
          <Link key={label} to={address(tenant.id)}>
            {label}
          </Link>
        ))}
      </p>
    </div>
  )
}
