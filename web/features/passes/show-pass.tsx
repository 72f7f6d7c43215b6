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

/** Hidden for tickets without a pass, and after the pass has ended. */
export const ShowPass = (props: ShowPassProps) => props.ticket.pass && <Shown {...props} />

const FRESH_MS = 5 * 60_000

function Shown(props: ShowPassProps) {
  const [isOpen, setOpen] = useState(false)
  const has = hasPass(props.ticket, useNow(60_000))
  useFetchedWhenIdle(PassScreen)
  // Fetched ahead, so that the pass opens at the gate without a signal.
  useQuery({ ...passQuery(props.ticket.id, FRESH_MS), enabled: has && props.isOwn === true })
  return (
    <>
      {has && (
        <Button className="show-pass" icon={QrCode} onClick={() => setOpen(true)}>
          Show pass
        </Button>
      )}
      {/* Stays open when the pass ends, and says so. */}
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
