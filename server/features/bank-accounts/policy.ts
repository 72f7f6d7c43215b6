import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { isPermitted, type Policy } from '#platform/http/policy.ts'
import { findBankAccount } from './repository.ts'

export const READ_POLICY = {
  areas: ['client', 'admin', 'super-admin'],
  permission: [['payments', 'view']],
} as const satisfies Policy

export async function mayReadBankAccountFile(db: DbOrTx, actor: Actor, id: number): Promise<boolean> {
  const account = isPermitted(READ_POLICY, actor) ? await findBankAccount(db, id) : undefined
  return account !== undefined && (actor.area !== 'client' || account.active === 1)
}
