import { LEDGER_KINDS } from '@tahanan/contract/billing/ledger.ts'
import { pesos } from '@tahanan/contract/money.ts'
import type { Tx } from '../../../../platform/db/client.ts'
import { CLOCK } from '../../../../platform/db/clock.ts'
import { recordChange } from '../../../../platform/audit/record.ts'
import { PortalError } from '../../../../platform/errors.ts'
import { coveredByRule } from '../../ledger/entries.ts'
import { lockImport } from '../abandon.ts'
import { requireImport } from '../access.ts'
import { previewEntries } from './entries.ts'

/**
 * Moves an entry of a prepared import into the statement or out of it, whatever the rule says (rules 7.31). Throws 404 for one that the
 * preview does not let move, 409 once saving began.
 */
export async function moveEntry(
  tx: Tx,
  { uniqId, entryId }: { readonly uniqId: string; readonly entryId: number },
  inStatement: boolean,
  timeZone: string,
): Promise<void> {
  const { id, soaFileName, webClientFileName } = await requireImport(tx, uniqId)
  if ((await lockImport(tx, id))?.state !== 'prepared') throw new PortalError('alreadyDone')
  const entry = await previewEntries(tx, id, timeZone)
    .select(['g.client_code as clientCode', coveredByRule(timeZone).as('byRule')])
    .where('e.id', '=', entryId)
    .executeTakeFirst()
  if (!entry?.canMove) throw new PortalError('notFound')
  if (entry.inStatement === inStatement) return
  await tx
    .deleteFrom('statement_import_moves')
    .where('import_id', '=', id)
    .where('entry_id', '=', entryId)
    .execute()
  if (entry.byRule !== inStatement)
    await tx
      .insertInto('statement_import_moves')
      .values({ import_id: id, entry_id: entryId, in_statement: inStatement })
      .execute()
  await tx.updateTable('statement_imports').set({ updated_at: CLOCK }).where('id', '=', id).execute()
  const name = `${LEDGER_KINDS[entry.kind]} ${entry.reference || entry.label} of ${entry.clientCode}`
  await recordChange(tx, 'statement_imports', {
    id,
    name: [soaFileName, webClientFileName].filter(Boolean).join(', '),
    detail: `${name}, ${pesos(Math.abs(entry.amount))}, was moved ${inStatement ? 'into' : 'out of'} the statement.`,
  })
}
