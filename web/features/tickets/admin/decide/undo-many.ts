import { api, ApiError } from '#lib/api/api.ts'
import { markAsSaving, toTicketRowName, unmarkAsSaving } from '#lib/saving-rows.ts'
import { showMessage } from '#ui/overlays/dialogs.ts'
import { showFailure } from '#ui/overlays/failures.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { getStatusInfo } from '@tahanan/contract/statuses.ts'
import type { DecisionResult } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { recordOwnVersion } from '../../own-versions.ts'
import { formatTicketCount } from '../../ticket.ts'
import { refreshTickets } from '../apply-step.ts'
import type { UndoGroup } from './update-ticket-snapshots.ts'

/**
 * Undoes a decision about several tickets. Skips tickets that another administrator has changed since then.
 */
export async function undoMany(module: TicketModule, groups: readonly UndoGroup[]): Promise<void> {
  const markedRowNames = markAsSaving(
    groups.flatMap(({ tickets }) => tickets.map(({ id }) => toTicketRowName(id))),
  )
  const refusedTickets: DecisionResult['refused'] = []
  try {
    for (const { status, remarks, tickets } of groups) {
      let doneCount = 0
      for (let portionStart = 0; portionStart < tickets.length; portionStart += LIMITS.decidedTickets) {
        const portion = tickets.slice(portionStart, portionStart + LIMITS.decidedTickets)
        // oxlint-disable-next-line no-await-in-loop -- the calls are sent in the order of the decisions
        const decisionResult = await api.put<DecisionResult>(`/${module.path.many}/decided`, {
          tickets: portion,
          status,
          remarks,
        })
        doneCount += decisionResult.done.length
        refusedTickets.push(...decisionResult.refused)
        for (const version of decisionResult.saved) recordOwnVersion(version)
      }
      if (doneCount > 0)
        toast.success(
          `${capitalize(formatTicketCount(module, doneCount))} ${getStatusInfo(status).pastParticiple}.`,
        )
    }
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    await showFailure(failure)
  }
  await refreshTickets()
  unmarkAsSaving(markedRowNames)
  if (refusedTickets.length > 0)
    await showMessage(
      'info',
      `${capitalize(formatTicketCount(module, refusedTickets.length))} stayed as they are`,
      refusedTickets.map(({ ticketNumber, message }) => `${ticketNumber}: ${message}`).join('\n'),
    )
}
