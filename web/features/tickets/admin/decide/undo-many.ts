import { api, ApiError } from '#lib/api/api.ts'
import { markSaving, toTicketRowName, unmarkSaving } from '#lib/saving-rows.ts'
import { inform } from '#ui/overlays/dialogs.ts'
import { showFailure } from '#ui/overlays/failures.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { getStatusInfo } from '@tahanan/contract/statuses.ts'
import type { Decided } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { recordOwnVersion } from '../../own-versions.ts'
import { formatTicketCount } from '../../ticket.ts'
import { refreshTickets } from '../apply-step.ts'
import type { UndoGroup } from './kept-tickets.ts'

/** Undoes a bulk decision. Tickets that another administrator has changed since then are skipped. */
export async function undoMany(module: TicketModule, groups: readonly UndoGroup[]): Promise<void> {
  const marked = markSaving(groups.flatMap(({ tickets }) => tickets.map(({ id }) => toTicketRowName(id))))
  const refused: Decided['refused'] = []
  try {
    for (const { status, remarks, tickets } of groups) {
      let done = 0
      for (let from = 0; from < tickets.length; from += LIMITS.decidedTickets) {
        const portion = tickets.slice(from, from + LIMITS.decidedTickets)
        // oxlint-disable-next-line no-await-in-loop -- a portion after another, as they were decided
        const answer = await api.put<Decided>(`/${module.path.many}/decided`, {
          tickets: portion,
          status,
          remarks,
        })
        done += answer.done.length
        refused.push(...answer.refused)
        for (const version of answer.saved) recordOwnVersion(version)
      }
      if (done > 0)
        toast.success(`${capitalize(formatTicketCount(module, done))} ${getStatusInfo(status).past}.`)
    }
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    await showFailure(failure)
  }
  await refreshTickets()
  unmarkSaving(marked)
  if (refused.length > 0)
    await inform(
      'info',
      `${capitalize(formatTicketCount(module, refused.length))} stayed as they are`,
      refused.map(({ ticketNumber, message }) => `${ticketNumber}: ${message}`).join('\n'),
    )
}
