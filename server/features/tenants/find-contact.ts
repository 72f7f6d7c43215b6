import type { Static } from 'typebox'
import { findBalance } from '#features/ledger/repository.ts'
import { hasPermission, type Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import type { TenantContact } from '@tahanan/contract/answers.ts'

export async function findContact(
  db: DbOrTx,
  actor: Actor,
  tenantId: number,
): Promise<Static<typeof TenantContact> | undefined> {
  if (actor.area !== 'admin') return undefined
  const canSeeTenant = hasPermission(actor, 'tenants', 'view')
  const canSeeBalance = canSeeTenant || hasPermission(actor, 'billings', 'view')
  return {
    phones: canSeeTenant ? await findPhones(db, tenantId) : [],
    leftToPay: (canSeeBalance ? await findBalance(db, tenantId) : undefined) ?? null,
  }
}

async function findPhones(db: DbOrTx, tenantId: number): Promise<string[]> {
  const tenant = await db
    .selectFrom('tenants')
    .select(['uocctel1', 'uocctel2', 'phone_number'])
    .where('id', '=', tenantId)
    .where('status', '<>', DELETED_STATUS)
    .executeTakeFirst()
  return tenant ? listPhones(tenant) : []
}

export function listPhones({ uocctel1, uocctel2, phone_number }: PhoneColumns): string[] {
  const phones = [uocctel1, uocctel2, phone_number].map((phone) => phone.trim())
  return [...new Set(phones.filter((phone) => phone !== ''))]
}

type PhoneColumns = Readonly<Record<'uocctel1' | 'uocctel2' | 'phone_number', string>>
