import { isDeepStrictEqual } from 'node:util'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { requireFound } from '../../../platform/errors.ts'
import { moveFiles } from '../../../platform/files/ownership.ts'
import { requireCurrent } from '../../../platform/http/form-body.ts'
import type { FormBody } from '../../../platform/http/form-body.ts'
import { notifyPage } from '../../notifications/notify.ts'
import { findBankAccount, insertBankAccount, updateBankAccount } from './repository.ts'
import type { BankAccountFields } from './repository.ts'

/** Adds a bank account. Answers its id. */
export async function addBankAccount(tx: Tx, actor: Actor, { values }: FormBody): Promise<number> {
  const account = accountOf(values)
  const id = await insertBankAccount(tx, account)
  await movePicture(tx, actor, id, [], account.images)
  await tellOffice(tx, actor, 'added', account)
  return id
}

/** Changes the fields that a body named. Throws 404, and 409 where it names an older `updated_at`; a change of nothing writes nothing. */
export async function changeBankAccount(
  tx: Tx,
  actor: Actor,
  id: number,
  { values, updatedAt }: FormBody,
): Promise<void> {
  const row = requireFound(await findBankAccount(tx, id, { lock: true }))
  requireCurrent(updatedAt, row.updated_at)
  const [before, after] = [accountOf({ ...row }), accountOf({ ...row, ...values })]
  if (isDeepStrictEqual(before, after)) return
  await updateBankAccount(tx, id, after)
  await movePicture(tx, actor, id, before.images, after.images)
  await tellOffice(tx, actor, 'changed', after)
}

/** Returns the account of a form's values, every field of which is there. */
const accountOf = (values: Readonly<Details>): BankAccountFields => ({
  bank: String(values.bank),
  accountName: String(values.accountName),
  accountNumber: String(values.accountNumber),
  position: Number(values.position),
  images: values.images as FileRef[],
  active: Number(values.active),
})

const movePicture = (
  tx: Tx,
  actor: Actor,
  id: number,
  before: readonly FileRef[],
  after: readonly FileRef[],
) => moveFiles(tx, actor, { kind: 'bankAccount', id }, keysOf(before), keysOf(after))
const keysOf = (images: readonly FileRef[]) => ({ images: images.map(({ url }) => url) })

/** Tells whoever handles payments: a wrong account takes residents' money. */
async function tellOffice(tx: Tx, { name }: Actor, done: string, account: BankAccountFields): Promise<void> {
  const { bank, accountNumber, accountName, active } = account
  const shown = active === 1 ? 'Residents see it when they pay by deposit.' : 'Residents do not see it.'
  await notifyPage(tx, {
    page: 'payments',
    subjectTenantId: null,
    title: `Bank account ${done}`,
    message: `${name} ${done} the bank account ${bank} ${accountNumber} of ${accountName}. ${shown}`,
    link: null,
  })
}
