import { Ban, CircleCheck, Loader, type LucideIcon, UserRound } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useAdmin } from '#lib/api/me.ts'
import { getShortcutProps } from '#lib/keys/shortcut-setting.ts'
import { Button } from '#ui/controls/button.tsx'
import type { PageSelection } from '#ui/list-pages/selection.ts'
import { RowMenu, type RowAction } from '#ui/overlays/row-menu.tsx'
import { useIsPhone } from '#ui/use-media-query.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { DECIDED_STATUSES, STATUS, type DecidedStatus } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { hasAbility } from '../../ticket.ts'
import { mayAssign } from '../prompt-and-assign.ts'
import { getVerbForStatus } from '../record-actions.ts'
import type { DecideMany } from './use-decide-many.tsx'

const DECISION_ICONS: Partial<Record<DecidedStatus, LucideIcon>> = {
  [STATUS.ongoing]: Loader,
  [STATUS.completed]: CircleCheck,
  [STATUS.cancelled]: Ban,
}

const ASSIGN_LABEL = 'Bulk Assign'

/**
 * Returns the statuses that are offered for the selected tickets. Ignores rows of other pages, because the
 * server checks them.
 */
function getOfferedStatuses(rows: readonly Ticket[], isSelected: (id: number) => boolean): DecidedStatus[] {
  const selectedRows = rows.filter(({ id }) => isSelected(id))
  const isOfferedStatus = (status: DecidedStatus) =>
    selectedRows.length > 0
      ? selectedRows.some((row) => row.status !== status && hasAbility(row, `status.${status}`))
      : rows.some((row) => hasAbility(row, `status.${status}`))
  return DECIDED_STATUSES.filter(isOfferedStatus)
}

interface DecideActionsProps {
  module: TicketModule
  rows: readonly Ticket[]
  selection: PageSelection
  decisions: DecideMany
  downloads?: readonly RowAction[]
}

export function DecideActions({ module, rows, selection, decisions, downloads = [] }: DecideActionsProps) {
  const phone = useIsPhone()
  const { updateSnapshots, deleteSnapshots } = decisions
  useEffect(() => updateSnapshots(rows, selection.has))
  // The component is mounted only while rows are selected, so the ticket snapshots are deleted when it
  // unmounts. It also remounts when the window becomes as narrow as a phone; missing snapshots are then
  // fetched before the question.
  const clearSnapshots = useEffectEvent(deleteSnapshots)
  useEffect(() => () => clearSnapshots(), [])
  const offeredStatuses = getOfferedStatuses(rows, selection.has)
  const isDeciding = decisions.run?.isOver === false
  const askForDecision = (status: DecidedStatus) => void decisions.ask(selection, status)
  const formatVerb = (status: DecidedStatus) => capitalize(getVerbForStatus(module, status))
  const [approve, reject] = [STATUS.approved, STATUS.rejected] as const
  const canAssign = mayAssign(module, useAdmin().roles)
  const assignSelection = () => void decisions.assign(selection)
  const menuActions = [
    ...(canAssign && phone ? [{ label: ASSIGN_LABEL, icon: UserRound, onSelect: assignSelection }] : []),
    ...offeredStatuses
      .filter((status) => status !== approve && status !== reject)
      .map((status) => ({
        label: formatVerb(status),
        icon: DECISION_ICONS[status],
        onSelect: () => askForDecision(status),
      })),
    ...downloads,
  ]
  return (
    <>
      {offeredStatuses.includes(approve) && (
        <Button
          kind={phone ? 'quiet' : 'primary'}
          busy={isDeciding}
          {...getShortcutProps(formatVerb(approve), 'a')}
          onClick={() => askForDecision(approve)}
        >
          {formatVerb(approve)}
          {!phone && ` ${selection.count.toLocaleString('en')}`}
        </Button>
      )}
      {offeredStatuses.includes(reject) && (
        <Button
          kind={phone ? 'quiet' : 'default'}
          busy={isDeciding}
          {...getShortcutProps(formatVerb(reject), 'r')}
          onClick={() => askForDecision(reject)}
        >
          {formatVerb(reject)}
        </Button>
      )}
      {canAssign && !phone && (
        <Button
          kind="default"
          busy={isDeciding}
          {...getShortcutProps(ASSIGN_LABEL, 'm')}
          onClick={assignSelection}
        >
          {ASSIGN_LABEL}
        </Button>
      )}
      {menuActions.length > 0 && <RowMenu label="More for the selected rows" actions={menuActions} />}
    </>
  )
}
