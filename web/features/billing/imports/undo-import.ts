import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { formatCount } from '#lib/format-number.ts'
import { confirm, showMessage } from '#ui/overlays/dialogs.ts'
import { showFailure } from '#ui/overlays/failures.ts'
import type { StatementImport, UndoneImport } from '@tahanan/contract/billing/import-answers.ts'
import { refreshImports } from './calls.ts'

/**
 * Asks for a confirmation, then undoes the import. Resolves with the user's answer, before the undo has
 * finished.
 */
export async function undoImport({ uniqId, created, updated }: StatementImport): Promise<boolean> {
  const isConfirmed = await confirm({
    title: 'Undo this import?',
    content: [
      `${formatCount(updated, 'tenant gets', 'tenants get')} back the earlier statement and details.`,
      created > 0 &&
        `${formatCount(created, 'new tenant is', 'new tenants are')} closed, unless already in use.`,
      'Payments that were posted since stay and count again. ' +
        'Tenants get a notification that their statement was withdrawn.',
    ]
      .filter(Boolean)
      .join(' '),
    okText: 'Undo',
    danger: true,
  })
  if (isConfirmed) void requestUndo(uniqId)
  return isConfirmed
}

async function requestUndo(uniqId: string): Promise<void> {
  try {
    const undoneImport = await api.delete<UndoneImport>(`/statement-import/${uniqId}`)
    void queryClient.invalidateQueries()
    await showMessage('success', undoneImport.message, formatUndoResult(undoneImport))
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    showFailure(failure)
    await refreshImports()
  }
}

function formatUndoResult({ restored, closed, notified, kept }: UndoneImport): string {
  const keptText =
    kept.length === 0
      ? ''
      : ` Of ${formatCount(kept.length, 'tenant', 'tenants')} something was kept: ` +
        'the rows of the import give the reason of each.'
  return (
    `${formatCount(restored, 'tenant has', 'tenants have')} the statement and fields of before. ` +
    `${formatCount(closed, 'new tenant', 'new tenants')} closed, ${notified.toLocaleString('en')} notified.${keptText}`
  )
}
