import { useQuery } from '@tanstack/react-query'
import { QrCode } from 'lucide-react'
import { Suspense, useState } from 'react'
import { createPreloadableLazy, usePreloadWhenIdle } from '#lib/ahead/create-preloadable-lazy.tsx'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/controls/button.tsx'
import { OpeningMessage } from '#ui/overlays/opening-message.tsx'
import { passQuery } from './calls.ts'
import type { PassScreenProps } from './pass-screen.tsx'
import { hasPass } from './pass-state.ts'
import './show-pass.css'

const PassScreen = createPreloadableLazy(async () => ({
  default: (await import('./pass-screen.tsx')).PassScreen,
}))

type PassButtonProps = Omit<PassScreenProps, 'onClose'>

export const PassButton = (props: PassButtonProps) => props.ticket.pass && <PassButtonWithScreen {...props} />

const PASS_STALE_MS = 5 * 60_000

function PassButtonWithScreen(props: PassButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const hasValidPass = hasPass(props.ticket, useNow(60_000))
  usePreloadWhenIdle(PassScreen)
  // Loaded in advance, so that the pass can be opened at the gate without a connection.
  useQuery({ ...passQuery(props.ticket.id, PASS_STALE_MS), enabled: hasValidPass && props.isOwn === true })
  return (
    <>
      {hasValidPass && (
        <Button className="show-pass" icon={QrCode} onClick={() => setOpen(true)}>
          Show pass
        </Button>
      )}
      {/* The open pass is not closed when it ends, but shows that it has ended. */}
      {isOpen && <PassScreenWithFallback {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

export function PassScreenWithFallback(props: PassScreenProps) {
  return (
    <Suspense fallback={<OpeningMessage />}>
      <PassScreen {...props} />
    </Suspense>
  )
}
