import { useQuery } from '@tanstack/react-query'
import { QrCode } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyAhead, useFetchedWhenIdle } from '#lib/ahead/lazy-ahead.tsx'
import { today, wallOf } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { Opening } from '#ui/overlays/opening.tsx'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { passQuery } from './calls.ts'
import type { PassScreenProps } from './pass-screen.tsx'
import './show-pass.css'

const PassScreen = lazyAhead(async () => ({ default: (await import('./pass-screen.tsx')).PassScreen }))

/** Whether a ticket has a pass of today or later (rules 24.1). */
export function hasPass({ pass }: TicketModule, ticket: Ticket): boolean {
  if (!pass || (ticket.status !== STATUS.approved && ticket.status !== STATUS.ongoing)) return false
  const last = ticket[pass.to]
  return typeof last === 'string' && (wallOf(last) ?? '').slice(0, 10) >= today()
}

type ShowPassProps = Omit<PassScreenProps, 'onClose'>

/** Button that opens the pass of an approved ticket in full screen; nothing for others. */
export function ShowPass(props: ShowPassProps) {
  return hasPass(props.module, props.ticket) && <Shown {...props} />
}

/** A kept pass is read again after this time, in milliseconds. */
const FRESH_MS = 5 * 60_000

function Shown(props: ShowPassProps) {
  const [isOpen, setOpen] = useState(false)
  useFetchedWhenIdle(PassScreen)
  // Read ahead, so that it opens at the gate without a signal.
  useQuery({ ...passQuery(props.ticket.id, FRESH_MS), enabled: props.isOwn === true })
  return (
    <>
      <Button className="show-pass" icon={QrCode} onClick={() => setOpen(true)}>
        Show pass
      </Button>
      {isOpen && <OpenedPass {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A pass in full screen; its code is loaded when it opens. */
export function OpenedPass(props: PassScreenProps) {
  return (
    <Suspense fallback={<Opening />}>
      <PassScreen {...props} />
    </Suspense>
  )
}
