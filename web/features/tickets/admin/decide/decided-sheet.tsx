import { Link } from 'react-router'
import { OPENED_HERE_STATE } from '#lib/address/panel-address.ts'
import { Button } from '#ui/controls/button.tsx'
import { Sheet, SheetCancelButton } from '#ui/overlays/sheet.tsx'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { formatTicketCount } from '../../ticket.ts'
import type { DecideMany, DecisionRun } from './use-decide-many.tsx'
import './decided-sheet.css'

interface DecidedSheetProps {
  module: TicketModule
  decisions: DecideMany
  getLink: (ticket: { id: number }) => string
}

export function DecidedSheet({ module, decisions, getLink }: DecidedSheetProps) {
  const { run, stop, dismiss } = decisions
  // If one call can contain all tickets, it takes only a moment. The button's spinner is then enough, and no
  // progress is shown.
  if (run && !run.isOver && run.total > LIMITS.decidedTickets)
    return <ProgressSheet module={module} run={run} onStop={stop} />
  if (!run?.isOver || run.refused.length === 0) return null
  const { pastVerb } = run.step
  const doneCountText = run.doneCount === 0 ? 'None' : run.doneCount.toLocaleString('en')
  return (
    <Sheet
      place="box"
      title={`${formatTicketCount(module, run.refused.length)} not ${pastVerb}`}
      subtitle={`${doneCountText} ${pastVerb}. These stay selected.`}
      onClose={dismiss}
      footer={<SheetCancelButton>Close</SheetCancelButton>}
    >
      <ul className="decided stack gap-2">
        {run.refused.map(({ id, ticketNumber, message }) => (
          <li key={id}>
            {ticketNumber && (
              <Link className="num" to={getLink({ id })} state={OPENED_HERE_STATE} onClick={dismiss}>
                {ticketNumber}
              </Link>
            )}
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

interface ProgressSheetProps {
  module: TicketModule
  run: DecisionRun
  onStop: () => void
}

/** Shows how many tickets were sent. The Stop button takes effect after the running call. */
function ProgressSheet({ module, run: { step, sentCount, total }, onStop }: ProgressSheetProps) {
  const progressText = `${sentCount.toLocaleString('en')} of ${formatTicketCount(module, total)}`
  return (
    <Sheet
      place="box"
      title={`${capitalize(step.verb)} ${formatTicketCount(module, total)}`}
      onClose={onStop}
      footer={<Button onClick={onStop}>Stop</Button>}
    >
      <div className="decided stack gap-2" role="status">
        <progress value={sentCount} max={total} aria-label={progressText} />
        <p>{progressText}</p>
      </div>
    </Sheet>
  )
}
