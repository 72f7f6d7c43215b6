import type { RecordColumn } from '#ui/lists/record-table.tsx'
import { TENANT_HINTS } from '@tahanan/contract/billing/tenant.ts'

interface Named {
  clientCode: string
  uoccname: string
}

export const TENANT_COLUMNS: readonly RecordColumn<Named>[] = [
  { label: 'Client Code', look: 'c-num', show: ({ clientCode }) => clientCode },
  { label: 'Uoccname', tip: TENANT_HINTS.uoccname, look: 'wide', show: ({ uoccname }) => uoccname },
]

export const renderTenantHeading = ({ uoccname, clientCode }: Named) => (
  <>
    {uoccname} <small className="num unit-code">{clientCode}</small>
  </>
)
