import type { Tx } from '#platform/db/client.ts'
import { loadCommunity } from '../load-community.ts'

interface AccountEntry {
  readonly bank: string
  readonly account_name: string
  readonly account_number: string
}

/** Inserts the bank accounts of the community, into which residents make deposits (rules 19.1). */
export async function insertBankAccounts(tx: Tx, opened: Date): Promise<void> {
  const accounts = loadCommunity<readonly AccountEntry[]>('bank-accounts')
  const dates = { created_at: opened, updated_at: opened }
  await tx
    .insertInto('bank_accounts')
    .values(accounts.map((account, nth) => ({ ...account, position: nth + 1, active: 1, ...dates })))
    .execute()
}
