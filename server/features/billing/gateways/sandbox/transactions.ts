import { randomInt } from 'node:crypto'
import { prepared } from '../../../../platform/db/client.ts'
import type { Db, DbOrTx } from '../../../../platform/db/client.ts'
import type { GatewayName, PaymentRequest } from '../gateway.ts'

/** Choices on a sandbox page. `created` is a payment for which nothing was chosen yet. */
export const SANDBOX_CHOICES = ['paid', 'pending', 'failed', 'cancelled'] as const
export type SandboxChoice = (typeof SANDBOX_CHOICES)[number]

/** A payment as the sandbox knows it. */
export interface SandboxTransaction {
  readonly gateway: GatewayName
  readonly txnId: string
  /** The sandbox's own number; whoever knows it may choose. */
  readonly reference: string
  /** Pesos. */
  readonly amount: number
  readonly description: string
  readonly email: string
  readonly status: SandboxChoice | 'created'
  readonly updatedAt: Date
}

const COLUMNS = `gateway, txn_id as "txnId", reference, amount, description, email, status, updated_at as "updatedAt"`

/** Takes a request as a gateway would, once for each number; answers the transaction's reference. */
export async function insertTransaction(
  db: Db,
  gateway: GatewayName,
  { txnId, amount, description, email }: PaymentRequest,
): Promise<string> {
  const reference = newReference()
  await prepared(
    db,
    'sandbox.insert',
    `insert into sandbox_transactions (gateway, txn_id, reference, amount, description, email, status)
     values ($1, $2, $3, $4, $5, $6, 'created')`,
    [gateway, txnId, reference, amount, description, email],
  )
  return reference
}

/** The transaction with this number of ours. */
export async function findTransaction(
  db: DbOrTx,
  gateway: GatewayName,
  txnId: string,
): Promise<SandboxTransaction | undefined> {
  const [row] = await prepared<SandboxTransaction>(
    db,
    'sandbox.by-txn',
    `select ${COLUMNS} from sandbox_transactions where gateway = $1 and txn_id = $2`,
    [gateway, txnId],
  )
  return row
}

/** The transaction with this number of the sandbox's. */
export async function findByReference(
  db: DbOrTx,
  gateway: GatewayName,
  reference: string,
): Promise<SandboxTransaction | undefined> {
  const [row] = await prepared<SandboxTransaction>(
    db,
    'sandbox.by-reference',
    `select ${COLUMNS} from sandbox_transactions where gateway = $1 and reference = $2`,
    [gateway, reference],
  )
  return row
}

/**
 * Saves a choice, unless a final one was made before; returns the transaction after it. Choosing twice at once is one choice.
 */
export async function chooseStatus(
  db: DbOrTx,
  { gateway, reference }: Pick<SandboxTransaction, 'gateway' | 'reference'>,
  choice: SandboxChoice,
): Promise<SandboxTransaction | undefined> {
  await prepared(
    db,
    'sandbox.choose',
    `update sandbox_transactions set status = $3, updated_at = clock_timestamp()
     where gateway = $1 and reference = $2 and status in ('created', 'pending')`,
    [gateway, reference, choice],
  )
  return findByReference(db, gateway, reference)
}

// Without letters that look alike or make words; 32^14 codes are not guessed.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const newReference = () =>
  `SB${Array.from({ length: 14 }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('')}`
