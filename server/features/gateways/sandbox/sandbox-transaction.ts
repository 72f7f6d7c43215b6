import { randomInt } from 'node:crypto'
import { sql, type InferResult } from 'kysely'
import type { PaymentRequest } from '#features/payments/gateway-outcome.ts'
import type { Db, DbOrTx } from '#platform/db/client.ts'
import { getSharedSecret } from '#platform/db/get-shared-secret.ts'
import type { GatewayName } from '../gateway-config.ts'

export const SANDBOX_CHOICES = ['paid', 'pending', 'failed', 'cancelled'] as const
export type SandboxChoice = (typeof SANDBOX_CHOICES)[number]

const selectTransactions = (db: DbOrTx, gateway: GatewayName) =>
  db
    .selectFrom('sandbox_transactions')
    .select(['txn_id as txnId', 'reference', 'amount', 'description', 'email', 'updated_at as updatedAt'])
    .select([sql<GatewayName>`gateway`.as('gateway'), sql<SandboxChoice | 'created'>`status`.as('status')])
    .where('gateway', '=', gateway)
export type SandboxTransaction = InferResult<ReturnType<typeof selectTransactions>>[number]

export async function insertTransaction(
  db: Db,
  gateway: GatewayName,
  { txnId, amount, description, email }: Pick<PaymentRequest, 'txnId' | 'amount' | 'description' | 'email'>,
): Promise<string> {
  const reference = createReference()
  await db
    .insertInto('sandbox_transactions')
    .values({ gateway, txn_id: txnId, reference, amount, description, email, status: 'created' })
    .execute()
  return reference
}

export function findTransaction(
  db: DbOrTx,
  gateway: GatewayName,
  by: 'txn_id' | 'reference',
  number: string,
): Promise<SandboxTransaction | undefined> {
  return selectTransactions(db, gateway).where(by, '=', number).executeTakeFirst()
}

/**
 * Sets the status of a sandbox payment unless it is final, so that only one of simultaneous choices has an
 * effect.
 */
export async function updateSandboxStatus(
  db: DbOrTx,
  { gateway, reference }: Pick<SandboxTransaction, 'gateway' | 'reference'>,
  choice: SandboxChoice,
): Promise<SandboxTransaction | undefined> {
  await db
    .updateTable('sandbox_transactions')
    .set({ status: choice, updated_at: sql`clock_timestamp()` })
    .where('gateway', '=', gateway)
    .where('reference', '=', reference)
    .where('status', 'in', ['created', 'pending'])
    .execute()
  return findTransaction(db, gateway, 'reference', reference)
}

/**
 * Loads the secret of the sandbox gateway. All processes use the same secret. It is not derived from the
 * secrets of real gateways.
 */
export async function loadSandboxSecret(db: Db): Promise<string> {
  return (await getSharedSecret(db, 'paymentSandbox')).toString('hex')
}

/** Placeholder URL: the sandbox answers within this process, so no request is sent. */
export const SANDBOX_URL = 'http://sandbox.invalid'

// Characters of a random reference. Characters that look alike are left out. There are 32^14 references, so
// nobody can guess one.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const createReference = () =>
  `SB${Array.from({ length: 14 }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('')}`
