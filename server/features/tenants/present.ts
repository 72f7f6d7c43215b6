import type { Static } from 'typebox'
import type { FileStore } from '#platform/files/store/store.ts'
import type { ListedTenant, Tenant } from '@tahanan/contract/tenants/answers.ts'
import type { TenantRow } from './repository.ts'

/** The record as it leaves the server, its image with signed links. */
export function presentTenant(files: Pick<FileStore, 'link'>, row: TenantRow): Static<typeof Tenant> {
  return {
    ...row,
    name: [row.firstName, row.lastName].filter(Boolean).join(' ') || row.uoccname,
    ...(row.image !== null && files.link(row.image)),
  }
}

/** A tenant as a picker shows one. */
export function presentOption({
  id,
  clientCode,
  uoccname,
  unitNumber,
  withholdsTax,
}: TenantRow): Static<typeof ListedTenant> {
  return { id, clientCode, uoccname, unitNumber, withholdsTax }
}
