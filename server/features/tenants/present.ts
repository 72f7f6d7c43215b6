import type { Static } from 'typebox'
import type { FileStore } from '#platform/files/store/file-store.ts'
import type { ListedTenant, Tenant } from '@tahanan/contract/tenants/answers.ts'
import type { TenantRow } from './repository.ts'

/** Presents a tenant with signed links to the image. */
export function presentTenant(files: Pick<FileStore, 'link'>, row: TenantRow): Static<typeof Tenant> {
  return {
    ...row,
    name: [row.firstName, row.lastName].filter(Boolean).join(' ') || row.uoccname,
    ...(row.image !== null && files.link(row.image)),
  }
}

/** Presents a tenant for a picker. */
export function presentOption({
  id,
  clientCode,
  uoccname,
  unitNumber,
  withholdsTax,
}: TenantRow): Static<typeof ListedTenant> {
  return { id, clientCode, uoccname, unitNumber, withholdsTax }
}
