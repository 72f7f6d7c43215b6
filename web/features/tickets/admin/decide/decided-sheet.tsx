import { useState } from 'react'
import { Link } from 'react-router'
import { OPENED_HERE } from '#lib/address/panel-address.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { TextArea } from '#ui/controls/input.tsx'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import { Sheet, SheetCancel } from '#ui/overlays/sheet.tsx'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { formatTicketCount } from '../../ticket.ts'
import { verbInto } from '../record-actions.ts'
import { SelectedTickets } from './selected-tickets.tsx'
import type { DecideMany, DecisionRun } from './use-decide-many.tsx'
import './decided-sheet.css'

interface DecidedSheetProps {
  module: TicketModule
  decisions: DecideMany
  linkOf: (ticket: { id: number }) => string
}

export function DecidedSheet({ module, decisions, linkOf }: DecidedSheetProps) {
  const { asked, run, stop, dismiss } = decisions
  if (asked) return <ReasonSheet module={module} decisions={decisions} />
  // One portion takes a moment, which the busy button shows.
  if (run && !run.isOver && run.total > LIMITS.decidedTickets)
    return <ProgressSheet module={module} run={run} onStop={stop} />
  if (!run?.isOver || run.refused.length === 0) return null
  const { past } = run.step
  return (
    <Sheet
      place="box"
      title={`${formatTicketCount(module, run.refused.length)} not ${past}`}
      subtitle={`${run.done === 0 ? 'None' : run.done.toLocaleString('en')} ${past}. These stay selected.`}
      onClose={dismiss}
      footer={<SheetCancel>Close</SheetCancel>}
    >
      <ul className="decided stack gap-2">
        {run.refused.map(({ id, ticketNumber, message }) => (
          <li key={id}>
            {ticketNumber && (
              <Link className="num" to={linkOf({ id })} state={OPENED_HERE} onClick={dismiss}>
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

/** Asks once for the reason of all rejections, which their residents read. */
function ReasonSheet({ module, decisions }: Omit<DecidedSheetProps, 'linkOf'>) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const { asked, decide, cancel } = decisions
  if (!asked) return null
  const { selection, status, known } = asked
  const verb = capitalize(verbInto(module, status))
  const submit = async (): Promise<void> => {
    if (reason.trim() === '') return setError('Please input your reason!')
    if (reason.trim().length > LIMITS.longText) return setError(`At most ${LIMITS.longText} characters.`)
    cancel()
    await decide(selection, status, reason)
  }
  return (
    <SheetForm
      id="reason"
      place="box"
      title={`${verb} ${formatTicketCount(module, selection.count)}`}
      submitLabel={verb}
      busy={false}
      dirty={reason.trim() !== ''}
      onClose={cancel}
      onSubmit={submit}
    >
      <SelectedTickets tickets={known} total={selection.count} />
      <Field
        label="Reason"
        required
        error={error}
        help="Each resident reads it as the remarks of the office."
      >
        <TextArea
          value={reason}
          limit={LIMITS.longText}
          onChange={({ target }) => {
            setReason(target.value)
            setError(undefined)
          }}
        />
      </Field>
    </SheetForm>
  )
}

interface ProgressSheetProps {
  module: TicketModule
  run: DecisionRun
  onStop: () => void
}

/** Progress of several portions; stopping lets the one under way finish. */
function ProgressSheet({ module, run: { step, sent, total }, onStop }: ProgressSheetProps) {
  const words = `${sent.toLocaleString('en')} of ${formatTicketCount(module, total)}`
  return (
    <Sheet
      place="box"
      title={`${capitalize(step.verb)} ${formatTicketCount(module, total)}`}
      onClose={onStop}
      footer={<Button onClick={onStop}>Stop</Button>}
    >
      <div className="decided stack gap-2" role="status">
        <progress value={sent} max={total} aria-label={words} />
        <p>{words}</p>
      </div>
    </Sheet>
  )
}
