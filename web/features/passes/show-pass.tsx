import { useQuery } from '@tanstack/react-query'
import { QrCode } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyAhead, useFetchedWhenIdle } from '#lib/ahead/lazy-ahead.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Opening } from '#ui/overlays/opening.tsx'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { passQuery } from './calls.ts'
import { hasPass } from './has-pass.ts'
import './show-pass.css'

const PassScreen = lazyAhead(async () => ({ default: (await import('./pass-screen.tsx')).PassScreen }))

interface ShowPassProps {
  module: TicketModule
  ticket: Ticket
  /** Its resident, who may end it and keeps it for the gate. */
  isOwn?: boolean
}

/** Button that opens the pass of an approved ticket in full screen; nothing for others. */
export function ShowPass({ module, ticket, isOwn }: ShowPassProps) {
  return hasPass(module, ticket) && <Shown module={module} ticket={ticket} isOwn={isOwn} />
}

/** A kept pass is read again after this time, in milliseconds. */
const FRESH_MS = 5 * 60_000

function Shown({ module, ticket, isOwn }: ShowPassProps) {
  const [isOpen, setOpen] = useState(false)
  useFetchedWhenIdle(PassScreen)
  // Read ahead, so that it opens at the gate without a signal.
  useQuery({ ...passQuery(ticket.id, FRESH_MS), enabled: isOwn === true })
  return (
    <>
      <Button className="show-pass" icon={QrCode} onClick={() => setOpen(true)}>
        Show pass
      </Button>
      {isOpen && (
        <Suspense fallback={<Opening />}>
          <PassScreen module={module} ticket={ticket} isOwn={isOwn} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
