import type { Actor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'

const selectAccounts = (db: DbOrTx) =>
  db
    .selectFrom('bank_accounts')
    .select(['id', 'bank', 'account_name as accountName', 'account_number as accountNumber'])
    .select(['position', 'images', 'active', 'created_at', 'updated_at'])

export function listBankAccounts(db: DbOrTx, { area }: Pick<Actor, 'area'>) {
  return selectAccounts(db)
    .$if(area === 'client', (query) => query.where('active', '=', 1))
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export function findBankAccount(db: DbOrTx, id: number, { lock = false } = {}) {
  return selectAccounts(db)
    .where('id', '=', id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
}

export const toColumns = (values: Readonly<Details>) => ({
  bank: String(values.bank),
  account_name: String(values.accountName),
  account_number: String(values.accountNumber),
  position: Number(values.position),
  images: values.images as FileRef[],
  active: Number(values.active),
})
export type BankAccountColumns = ReturnType<typeof toColumns>

export async function writeBankAccount(tx: Tx, account: BankAccountColumns, id?: number): Promise<number> {
  const row = { ...account, images: JSON.stringify(account.images) }
  const changedColumns = { ...row, updated_at: CLOCK }
  const saveQuery =
    id === undefined
      ? tx.insertInto('bank_accounts').values(row).returning('id')
      : tx.updateTable('bank_accounts').set(changedColumns).where('id', '=', id).returning('id')
  return (await saveQuery.executeTakeFirstOrThrow()).id
}
