import type { TableColumn } from '#ui/lists/data-table.tsx'
import { TENANT_HINTS } from '@tahanan/contract/billing/tenant.ts'

interface TenantName {
  clientCode: string
  uoccname: string
}

export const TENANT_COLUMNS: readonly TableColumn<TenantName>[] = [
  { label: 'Client Code', look: 'c-num', renderCell: ({ clientCode }) => clientCode },
  { label: 'Uoccname', tip: TENANT_HINTS.uoccname, look: 'wide', renderCell: ({ uoccname }) => uoccname },
]

export const renderTenantHeading = ({ uoccname, clientCode }: TenantName) => (
  <>
    {uoccname} <small className="num unit-code">{clientCode}</small>
  </>
)
