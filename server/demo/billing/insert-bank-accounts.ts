import type { Tx } from '#platform/db/client.ts'
import { loadCommunityFile } from '../load-community-file.ts'

interface BankAccountJson {
  readonly bank: string
  readonly account_name: string
  readonly account_number: string
}

/** Inserts the community's bank accounts, to which residents transfer money (rules 19.1). */
export async function insertBankAccounts(tx: Tx, openedAt: Date): Promise<void> {
  const accounts = loadCommunityFile<readonly BankAccountJson[]>('bank-accounts')
  const timestampColumns = { created_at: openedAt, updated_at: openedAt }
  await tx
    .insertInto('bank_accounts')
    .values(
      accounts.map((account, index) => ({ ...account, position: index + 1, active: 1, ...timestampColumns })),
    )
    .execute()
}
