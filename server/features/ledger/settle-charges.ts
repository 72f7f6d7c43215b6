import { sql } from 'kysely'
import { Type } from 'typebox'
import { findSettingValue } from '#features/settings/website-settings.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import { describeId } from '@tahanan/contract/answers.ts'
import { IS_OPEN_ENTRY, OPEN_AMOUNT } from './open-amount.ts'

export const ChargeSelection = Type.Object({
  chargeId: Type.Optional(
    describeId('An open charge that the payment settles first; else it settles the oldest amounts'),
  ),
})

/** Lists the tenant's unpaid charges, oldest first (rules 16.16). */
export function listOpenCharges(db: DbOrTx, tenantId: number) {
  return db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledgers as l', 'l.tenant_id', 'e.tenant_id')
    .select(['e.id', 'e.date', 'e.due_date as dueDate', 'e.label'])
    .select(OPEN_AMOUNT.as('leftToPay'))
    .where('e.tenant_id', '=', tenantId)
    .where('e.kind', '=', 'charge')
    .where(IS_OPEN_ENTRY)
    .orderBy('e.date')
    .orderBy('e.n')
    .execute()
}

/**
 * Returns the id of the charge that the payer chose to settle first; null if none was chosen. Throws 400 for
 * an unknown charge.
 */
export async function parseChargeId(db: DbOrTx, tenantId: number, chargeId: unknown): Promise<number | null> {
  if (chargeId === undefined || chargeId === null) return null
  const chargeRow = Number.isSafeInteger(chargeId)
    ? await db
        .selectFrom('ledger_entries')
        .select('id')
        .where('id', '=', Number(chargeId))
        .where('tenant_id', '=', tenantId)
        .where('kind', '=', 'charge')
        .executeTakeFirst()
    : undefined
  if (!chargeRow) throw createInvalidInputError({ chargeId: ['There is no such charge.'] })
  return chargeRow.id
}

/**
 * Settles charges with a payment: first the charge that the payer chose, then penalties if the setting is on,
 * then the oldest entries.
 */
export async function settleCharges(tx: Tx, paymentId: number): Promise<void> {
  const penaltiesFirst = (await findSettingValue(tx, 'penaltiesFirst')) === '1'
  await sql`select settle_charges(${paymentId}, ${penaltiesFirst})`.execute(tx)
}

export async function reopenSettledCharges(tx: Tx, paymentId: number): Promise<void> {
  await tx
    .selectFrom('ledger_settlements')
    .select(sql`settle_charge(charge_id, -amount)`.as('opened'))
    .where('payment_id', '=', paymentId)
    .execute()
}
