import type { TableColumn } from '#ui/lists/data-table.tsx'
import { TENANT_HINTS } from '@tahanan/contract/billing/tenant.ts'

interface TenantName {
  clientCode: string
  uoccname: string
}

export const TENANT_COLUMNS: readonly TableColumn<TenantName>[] = [
  { label: 'Client Code', look: 'c-num', show: ({ clientCode }) => clientCode },
  { label: 'Uoccname', tip: TENANT_HINTS.uoccname, look: 'wide', show: ({ uoccname }) => uoccname },
]

export const renderTenantHeading = ({ uoccname, clientCode }: TenantName) => (
  <>
    {uoccname} <small className="num unit-code">{clientCode}</small>
  </>
)
