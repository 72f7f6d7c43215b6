import { useMutation, useQuery } from '@tanstack/react-query'
import { Ban, Image, Link, Printer, X } from 'lucide-react'
import { useEffect } from 'react'
import { formatUnit, formatRow, toRows } from '#lib/record-values.ts'
import { getCommunityTimeZone, getForeignZone } from '#lib/time.ts'
import { useNow } from '#lib/use-now.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Layer } from '#ui/layers/layer.tsx'
import { confirm } from '#ui/overlays/dialogs.ts'
import { QueryState } from '#ui/query-state.tsx'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { Pass } from '@tahanan/contract/gate/answers.ts'
import { PASS_END_REASON_LABELS, formatCode } from '@tahanan/contract/gate/labels-and-codes.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { endPass, passQuery } from './calls.ts'
import { formatPassHours } from './format-pass-hours.ts'
import { type PassTexts, shareLink, sharePicture } from './share-pass.ts'
import './pass.css'
import './pass-screen.css'

export interface PassScreenProps {
  module: TicketModule
  ticket: Ticket
  /** Only the resident of a pass can end it and store it for offline use. */
  isOwn?: boolean
  onClose: () => void
}

export function PassScreen({ module, ticket, isOwn, onClose }: PassScreenProps) {
  const query = useQuery(passQuery(ticket.id))
  const { data: pass } = query
  useScreenAwake()
  const ticketNoun = capitalize(module.noun.one)
  return (
    <Layer label={ticketNoun} onClose={onClose}>
      <div className="pass-screen">
        <header className="row">
          <IconButton icon={X} label="Close" onClick={onClose} />
        </header>
        {pass ? (
          <PassFace module={module} pass={pass} kind={ticketNoun} ticket={ticket} isOwn={isOwn} />
        ) : (
          <QueryState query={query} title="The pass could not be read">
            <p role="status">Reading the pass…</p>
          </QueryState>
        )}
      </div>
    </Layer>
  )
}

interface PassFaceProps extends Omit<PassScreenProps, 'onClose'> {
  pass: Pass
  kind: string
}

function PassFace({ module, pass, kind, ticket, isOwn }: PassFaceProps) {
  const passTexts = { kind, ...formatPassHours(pass, getCommunityTimeZone()) }
  const zone = getForeignZone()
  const isOver = new Date(pass.to).getTime() < useNow(30_000)
  if (pass.endedAt !== null || isOver)
    return (
      <main className="pass-face">
        <h2>This pass has ended</h2>
        <p>
          {pass.endReason
            ? `${PASS_END_REASON_LABELS[pass.endReason]}.`
            : `${passTexts.days}, ${passTexts.hours}`}
        </p>
      </main>
    )
  return (
    <>
      <main className="pass-face">
        <h2>{kind}</h2>
        <svg className="qr" viewBox={`0 0 ${pass.qr.size} ${pass.qr.size}`} role="img" aria-label="QR code">
          <path d={pass.qr.path} />
        </svg>
        <p className="code">{formatCode(pass.code)}</p>
        <p className="days">{passTexts.days}</p>
        <p className="hours">
          {passTexts.hours}
          {zone && ` (${zone} time)`}
          {pass.people > 1 &&
            (pass.came > 0 ? `, ${pass.came} of ${pass.people} came` : `, ${pass.people} people`)}
        </p>
        <p className="way">{pass.howToGetIn}</p>
        <PrintedDetails module={module} ticket={ticket} />
      </main>
      <PassActions pass={pass} passTexts={passTexts} ticketId={ticket.id} isOwn={isOwn} />
    </>
  )
}

function PrintedDetails({ module, ticket }: Pick<PassScreenProps, 'module' | 'ticket'>) {
  const { name = '', workers = '', items = '' } = module.pass ?? {}
  const field = module.fields[items]
  return (
    <div className="on-paper">
      <p className="num">
        {ticket.ticketNumber}, {formatUnit(ticket.tenant)}
      </p>
      <p>{String(ticket[name] ?? '')}</p>
      <p>
        {toRows(ticket[workers])
          .map((worker) => String(worker['name']))
          .join(', ')}
      </p>
      {field?.kind === 'list' && (
        <p>
          {toRows(ticket[items])
            .map((row) => formatRow(field, row))
            .join(' · ')}
        </p>
      )}
    </div>
  )
}

interface PassActionsProps {
  pass: Pass
  passTexts: PassTexts
  ticketId: number
  isOwn?: boolean
}

function PassActions({ pass, passTexts, ticketId, isOwn }: PassActionsProps) {
  const endMutation = useMutation({ mutationFn: () => endPass(ticketId) })
  const confirmEnd = async (): Promise<void> => {
    const isConfirmed = await confirm({
      title: 'End this pass?',
      content: 'Nobody can enter with it any more. People who are inside can still leave.',
      okText: 'End pass',
      cancelText: 'Keep it',
      danger: true,
    })
    if (isConfirmed) endMutation.mutate()
  }
  return (
    <footer className="acts">
      <Button icon={Link} onClick={() => void shareLink(pass, passTexts)}>
        Share link
      </Button>
      <Button icon={Image} onClick={() => void sharePicture(pass, passTexts)}>
        Share picture
      </Button>
      <Button icon={Printer} onClick={() => print()}>
        Print
      </Button>
      {isOwn && (
        <Button kind="danger" icon={Ban} busy={endMutation.isPending} onClick={() => void confirmEnd()}>
          End this pass
        </Button>
      )}
    </footer>
  )
}

function useScreenAwake(): void {
  useEffect(() => {
    let screenLock: WakeLockSentinel | undefined
    let isMounted = true
    const request = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return
      try {
        screenLock = await navigator.wakeLock.request('screen')
        if (!isMounted) await screenLock.release()
      } catch {
        // The browser does not support or does not allow to keep the screen on.
      }
    }
    void request()
    // Asks again to keep the screen on when the page becomes visible, because browsers release this lock when
    // the page is hidden.
    document.addEventListener('visibilitychange', request)
    return () => {
      isMounted = false
      document.removeEventListener('visibilitychange', request)
      screenLock?.release().catch(() => undefined)
    }
  }, [])
}
