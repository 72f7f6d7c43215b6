import { RecordPage } from '#ui/list-pages/record-page.tsx'
import { useCsvDownload } from '#ui/list-pages/use-csv-download.ts'
import { TENANT_CSV } from '@tahanan/contract/billing/tenant.ts'
import { TENANTS } from './tenant-kind.tsx'
import { TenantModal } from './tenant-modal.tsx'
import { tenantsCsv } from './tenants-csv.ts'
import './tenants.css'

/** Page of the tenants, with their CSV file and login form. */
export default function TenantsPage() {
  const csv = useCsvDownload({ path: '/tenantIds', file: TENANT_CSV.file, toCsv: tenantsCsv })
  return <RecordPage kind={TENANTS} className="tenants" csv={csv} Modal={TenantModal} />
}
