import { sql, type InferResult } from 'kysely'
import type { Static } from 'typebox'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK, buildNameSortKey } from '#platform/db/expressions.ts'
import { requireFound } from '#platform/errors.ts'
import { parseFormBody } from '#platform/http/form-body.ts'
import { requireNotOutdated } from '#platform/last-seen.ts'
import type { BankFormat } from '@tahanan/contract/billing/bank-answers.ts'
import { bankFormatForm, type NamedMapping } from '@tahanan/contract/billing/bank.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'

type Format = Static<typeof BankFormat>

const selectFormats = (db: DbOrTx) => db.selectFrom('bank_formats').selectAll()
type Row = InferResult<ReturnType<typeof selectFormats>>[number]
const presentFormat = ({ mapping, ...row }: Row): Format => ({ ...row, ...mapping })

export async function listFormats(db: DbOrTx): Promise<Format[]> {
  const rows = await selectFormats(db)
    .orderBy(sql.raw(buildNameSortKey('name')))
    .execute()
  return rows.map(presentFormat)
}

/** Returns a format of bank files (which column contains what). Throws 404 for an unknown id. */
export async function findFormat(db: DbOrTx, id: number): Promise<Format> {
  return presentFormat(requireFound(await selectFormats(db).where('id', '=', id).executeTakeFirst()))
}

/**
 * Creates or changes a format of bank files and returns its id. Throws 400 with errors by field, 404, and 409
 * `conflict` if somebody else changed it.
 */
export async function saveFormat(
  tx: Tx,
  body: Readonly<Details>,
  timeZone: string,
  id?: number,
): Promise<number> {
  const storedFormat = id === undefined ? undefined : await lockFormat(tx, id)
  const { values, updatedAt } = parseFormBody(bankFormatForm, body, {
    action: storedFormat ? 'update' : 'create',
    timeZone,
    ...(storedFormat && { storedValues: { ...presentFormat(storedFormat) } }),
  })
  if (storedFormat) requireNotOutdated(updatedAt, storedFormat.updated_at)
  const { name, ...mapping } = {
    ...storedFormat?.mapping,
    name: storedFormat?.name,
    ...values,
  } as NamedMapping
  const texts = Object.fromEntries(Object.entries(mapping).map(([field, value]) => [field, value ?? '']))
  const row = { name, mapping: JSON.stringify(texts) }
  const saveQuery =
    id === undefined
      ? tx.insertInto('bank_formats').values(row).returning('id')
      : tx
          .updateTable('bank_formats')
          .set({ ...row, updated_at: CLOCK })
          .where('id', '=', id)
          .returning('id')
  return (await saveQuery.executeTakeFirstOrThrow()).id
}

/** Deletes a format of bank files. The lines that were imported with it stay. Throws 404. */
export async function deleteFormat(tx: Tx, id: number): Promise<void> {
  await lockFormat(tx, id)
  await tx.deleteFrom('bank_formats').where('id', '=', id).execute()
}

const lockFormat = async (tx: Tx, id: number) =>
  requireFound(await selectFormats(tx).where('id', '=', id).forUpdate().executeTakeFirst())
