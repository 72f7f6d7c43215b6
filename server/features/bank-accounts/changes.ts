import { isDeepStrictEqual } from 'node:util'
import { notifyPageViewers } from '#features/notifications/notify.ts'
import type { Actor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { moveFiles } from '#platform/files/claim-files.ts'
import { type FormBody } from '#platform/http/form-body.ts'
import { requireNotOutdated } from '#platform/last-seen.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { toColumns, findBankAccount, writeBankAccount, type BankAccountColumns } from './repository.ts'

/**
 * Adds a bank account, or changes the account with this id. Writes nothing if all values are unchanged.
 * Throws 404, and 409 if somebody else changed the account after `updated_at`.
 */
export async function saveBankAccount(
  tx: Tx,
  actor: Actor,
  { values, updatedAt }: FormBody,
  id?: number,
): Promise<number> {
  const storedAccount =
    id === undefined ? undefined : requireFound(await findBankAccount(tx, id, { lock: true }))
  if (storedAccount) requireNotOutdated(updatedAt, storedAccount.updated_at)
  const account = toColumns({ ...storedAccount, ...values })
  if (storedAccount && isDeepStrictEqual(toColumns({ ...storedAccount }), account)) return storedAccount.id
  const accountId = await writeBankAccount(tx, account, id)
  const owner = { kind: 'bankAccount', id: accountId }
  await moveFiles(tx, actor, owner, toFileKeys(storedAccount?.images), toFileKeys(account.images))
  await notifyOffice(tx, actor, storedAccount ? 'changed' : 'added', account)
  return accountId
}

const toFileKeys = (images: readonly FileRef[] = []) => ({ images: images.map(({ url }) => url) })

/**
 * Notifies administrators who may view payments of a changed bank account. They should check it, because
 * residents would send money to a wrong account number.
 */
async function notifyOffice(
  tx: Tx,
  { name }: Actor,
  verb: string,
  account: BankAccountColumns,
): Promise<void> {
  const { bank, account_number: number, account_name: holder, active } = account
  const visibilityText =
    active === 1 ? 'Residents see it when they pay by deposit.' : 'Residents do not see it.'
  await notifyPageViewers(tx, {
    kind: 'security',
    page: 'payments',
    subjectTenantId: null,
    title: `Bank account ${verb}`,
    message: `${name} ${verb} the bank account ${bank} ${number} of ${holder}. ${visibilityText}`,
    link: null,
  })
}
