import { useQuery } from '@tanstack/react-query'
import { QrCode } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyAhead, useFetchedWhenIdle } from '#lib/ahead/lazy-ahead.tsx'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/controls/button.tsx'
import { Opening } from '#ui/overlays/opening.tsx'
import { passQuery } from './calls.ts'
import type { PassScreenProps } from './pass-screen.tsx'
import { hasPass } from './pass-state.ts'
import './show-pass.css'

const PassScreen = lazyAhead(async () => ({ default: (await import('./pass-screen.tsx')).PassScreen }))

type ShowPassProps = Omit<PassScreenProps, 'onClose'>

/** Button that opens a ticket's pass. Not rendered if there is no pass, or if it has ended. */
export const ShowPass = (props: ShowPassProps) => props.ticket.pass && <Shown {...props} />

const FRESH_MS = 5 * 60_000

function Shown(props: ShowPassProps) {
  const [isOpen, setOpen] = useState(false)
  const has = hasPass(props.ticket, useNow(60_000))
  useFetchedWhenIdle(PassScreen)
  // Loaded in advance, so that the pass can be opened at the gate without a connection.
  useQuery({ ...passQuery(props.ticket.id, FRESH_MS), enabled: has && props.isOwn === true })
  return (
    <>
      {has && (
        <Button className="show-pass" icon={QrCode} onClick={() => setOpen(true)}>
          Show pass
        </Button>
      )}
      {/* The open pass is not closed when it ends, but shows that it has ended. */}
      {isOpen && <OpenedPass {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

export function OpenedPass(props: PassScreenProps) {
  return (
    <Suspense fallback={<Opening />}>
      <PassScreen {...props} />
    </Suspense>
  )
}
