import { isDeepStrictEqual } from 'node:util'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { requireFound } from '../../../platform/errors.ts'
import { moveFiles } from '../../../platform/files/ownership.ts'
import { requireCurrent, type FormBody } from '../../../platform/http/form-body.ts'
import { notifyPage } from '../../notifications/notify.ts'
import {
  columnsOf,
  findBankAccount,
  insertBankAccount,
  updateBankAccount,
  type BankAccountColumns,
} from './repository.ts'

/** Adds a bank account. Answers its id. */
export async function addBankAccount(tx: Tx, actor: Actor, { values }: FormBody): Promise<number> {
  const account = columnsOf(values)
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
  const account = columnsOf({ ...row, ...values })
  if (isDeepStrictEqual(columnsOf({ ...row }), account)) return
  await updateBankAccount(tx, id, account)
  await movePicture(tx, actor, id, row.images, account.images)
  await tellOffice(tx, actor, 'changed', account)
}

type Images = readonly FileRef[]
const movePicture = (tx: Tx, actor: Actor, id: number, before: Images, after: Images) =>
  moveFiles(tx, actor, { kind: 'bankAccount', id }, keysOf(before), keysOf(after))
const keysOf = (images: Images) => ({ images: images.map(({ url }) => url) })

/** Tells whoever handles payments: a wrong account takes residents' money. */
async function tellOffice(tx: Tx, { name }: Actor, done: string, account: BankAccountColumns): Promise<void> {
  const { bank, account_number: number, account_name: holder, active } = account
  const shown = active === 1 ? 'Residents see it when they pay by deposit.' : 'Residents do not see it.'
  await notifyPage(tx, {
    page: 'payments',
    subjectTenantId: null,
    title: `Bank account ${done}`,
    message: `${name} ${done} the bank account ${bank} ${number} of ${holder}. ${shown}`,
    link: null,
  })
}
