import type { Static } from 'typebox'
import type { FileStore } from '#platform/files/store/file-store.ts'
import type { ListedTenant, Tenant } from '@tahanan/contract/tenants/answers.ts'
import type { TenantRow } from './repository.ts'

export function presentTenant(files: Pick<FileStore, 'link'>, row: TenantRow): Static<typeof Tenant> {
  return {
    ...row,
    name: [row.firstName, row.lastName].filter(Boolean).join(' ') || row.uoccname,
    ...(row.image !== null && files.link(row.image)),
  }
}

export function presentOption({
  id,
  clientCode,
  uoccname,
  unitNumber,
  withholdsTax,
}: TenantRow): Static<typeof ListedTenant> {
  return { id, clientCode, uoccname, unitNumber, withholdsTax }
}
