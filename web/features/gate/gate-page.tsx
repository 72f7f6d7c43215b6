import './gate-page.css'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import {
  Clock,
  CloudUpload,
  HardDrive,
  ListChecks,
  ScanLine,
  TabletSmartphone,
  TriangleAlert,
  Wifi,
  WifiOff,
} from 'lucide-react'
import { type ReactNode, useCallback, useId, useState } from 'react'
import { ApiError } from '#lib/api/api.ts'
import { isGateDevice } from '#lib/api/gate-device.ts'
import { useAdmin } from '#lib/api/me.ts'
import { useLiveEvent } from '#lib/live/live.ts'
import { createPersistentStore } from '#lib/persistent-store.ts'
import { formatTime } from '#lib/time.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/controls/button.tsx'
import { SegmentedControl } from '#ui/controls/segmented-control.tsx'
import { TabStrip } from '#ui/lists/tab-strip.tsx'
import { useIsPhone } from '#ui/use-media-query.ts'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import { GateList } from './lists/gate-list.tsx'
import { SearchPasses } from './lists/search-passes.tsx'
import { CameraView } from './scan/camera-view.tsx'
import { CodeKeypad } from './scan/code-keypad.tsx'
import { useKeyboardScanner } from './scan/use-keyboard-scanner.ts'
import { enrolDevice } from './store/enrol-device.ts'
import { GATE_ENTRY_MUTATION_KEY, useGateState } from './store/gate-state.ts'
import { judgeScannedText as judge } from './store/gate-store.ts'
import { markContradictionAsRead, onGateLiveEvent } from './store/sync-gate-device.ts'
import { RecentList } from './verdict/recent-list.tsx'
import { playSignal } from './verdict/verdict-signals.ts'
import { Verdict } from './verdict/verdict.tsx'
import './find-pass.css'
import './gate-status.css'
import './verdict/signals.css'

interface GatePageProps {
  walkIns?: ReactNode
  waitingCount?: number
}

export function GatePage({ walkIns, waitingCount }: GatePageProps) {
  const { roles } = useAdmin()
  const { counts, device } = useGateState()
  const isNarrow = useIsPhone()
  const id = useId()
  const [slug, setSlug] = useState('find')
  const [typedCode, setTypedCode] = useState('')
  const mayScan = rolesAllow(roles, 'gate', 'scan')
  const {
    data: judgedScan,
    error,
    mutate,
    reset,
    ...judging
  } = useMutation({
    mutationFn: judge,
    onError: () => playSignal('no'),
    meta: { handles: 'all' },
  })
  useLiveEvent(liveChannels.gate, onGateLiveEvent)
  const isRecording = useIsMutating({ mutationKey: GATE_ENTRY_MUTATION_KEY }) > 0
  useKeyboardScanner((text) => mayScan && !judging.isPending && !isRecording && mutate(text))
  const openPassByCode = useCallback(({ code }: { code: string }) => mutate(code), [mutate])
  const onOpen = mayScan ? openPassByCode : undefined
  const findPassForm = onOpen && (
    <FindPass
      isPaused={judging.isPending || judgedScan !== undefined}
      failure={error instanceof ApiError ? error.message : ''}
      code={typedCode}
      onCode={setTypedCode}
      onText={mutate}
      onOpen={onOpen}
    />
  )
  const tabs = [
    ...(findPassForm && isNarrow
      ? [{ slug: 'find', label: 'Find', count: <ScanLine />, content: findPassForm }]
      : []),
    ...GATE_LISTS.map(({ slug: list, label }) => {
      return {
        slug: list,
        label,
        count: counts?.[list],
        content: <GateList key={list} list={list} onOpen={onOpen} />,
      }
    }),
    ...(walkIns ? [{ slug: 'walk-ins', label: 'Walk-ins', count: waitingCount, content: walkIns }] : []),
  ]
  const openTab = tabs.find((tab) => tab.slug === slug) ?? tabs[0]
  return (
    <main className="gate-page stack" id="page" tabIndex={-1}>
      <GateStatus />
      {device === null && mayScan && <EnrolButton />}
      {mayScan && <RecentList />}
      <div className="gate-parts stack gap-5">
        {!isNarrow && findPassForm}
        <section aria-label="Lists">
          <TabStrip label="Lists" id={id} tabs={tabs} openTab={openTab} onOpen={(tab) => setSlug(tab.slug)} />
          <div id={id} role="tabpanel" aria-labelledby={`${id}-${openTab?.slug}`}>
            {openTab?.content}
          </div>
        </section>
      </div>
      {judgedScan && (
        <Verdict
          key={judging.submittedAt}
          scan={judgedScan}
          onRecorded={() => setTypedCode('')}
          onClose={reset}
        />
      )}
    </main>
  )
}

function EnrolButton() {
  if (!isSecureContext || isGateDevice()) return null
  return (
    <Button className="enrol" icon={TabletSmartphone} onClick={() => void enrolDevice()}>
      Enrol this device
    </Button>
  )
}

const GATE_LISTS = [
  { slug: 'expected', label: 'Expected' },
  { slug: 'inside', label: 'Inside' },
  { slug: 'left', label: 'Left' },
] as const

const INPUT_MODES = [
  { value: 'scan', label: 'Scan' },
  { value: 'code', label: 'Type code' },
  { value: 'search', label: 'Search' },
] as const

const inputModeSetting = createPersistentStore('GATE_WAY')

interface FindPassProps {
  isPaused: boolean
  /** Reason why the last scan gave no result; '' if it gave one. */
  failure: string
  code: string
  onCode: (code: string) => void
  onText: (text: string) => void
  onOpen: (pass: GatePass) => void
}

function FindPass({ isPaused, failure, code, onCode, onText, onOpen }: FindPassProps) {
  const { way } = useStore(inputModeSetting)
  const [first] = useState(() => (matchMedia('(pointer: coarse)').matches ? 'scan' : 'code'))
  const openMode = INPUT_MODES.find(({ value }) => value === way)?.value ?? first
  return (
    <section className="find-pass stack" aria-label="Find a pass">
      <SegmentedControl
        aria-label="Find a pass by"
        options={INPUT_MODES}
        value={openMode}
        onChange={(next) => inputModeSetting.save({ way: next })}
      />
      {failure && (
        <p className="callout" role="alert">
          {failure}
        </p>
      )}
      {openMode === 'scan' && <CameraView isPaused={isPaused} onText={onText} />}
      {openMode === 'code' && (
        <CodeKeypad code={code} isPaused={isPaused} onChange={onCode} onText={onText} />
      )}
      {openMode === 'search' && <SearchPasses onText={onText} onOpen={onOpen} />}
    </section>
  )
}

function GateStatus() {
  const { online, listAt, queued, clockErrorMs, stopped, isFull, contradictions } = useGateState()
  const ConnectionIcon = online ? Wifi : WifiOff
  return (
    <>
      <div className={`gate-status signal ${online ? '' : 'attention'}`} role="status">
        <span>
          <ConnectionIcon className="small" /> {online ? 'Online' : 'Offline'}
        </span>
        {listAt !== null && (
          <span>
            <ListChecks className="small" /> List of {formatTime(listAt)}
          </span>
        )}
        {queued > 0 && (
          <span>
            <CloudUpload className="small" /> {queued} {queued === 1 ? 'entry waits' : 'entries wait'} to be
            sent
          </span>
        )}
        {!online && listAt === null && <span>This device keeps no list. Connect to scan.</span>}
      </div>
      {clockErrorMs !== null && (
        <p className="callout" role="alert">
          <Clock />
          <span>
            The clock of this device is {Math.round(Math.abs(clockErrorMs) / 60_000)} minutes{' '}
            {clockErrorMs > 0 ? 'fast' : 'slow'}. The page goes by the server's time. Please set the clock.
          </span>
        </p>
      )}
      {stopped && (
        <p className="callout" role="alert">
          <TriangleAlert />
          <span>Entries cannot be sent: {stopped}</span>
        </p>
      )}
      {isFull && (
        <p className="callout" role="alert">
          <HardDrive />
          <span>
            The storage of this device is full, so entries need a connection. Free some space, then load the
            page again.
          </span>
        </p>
      )}
      {contradictions.map(({ key, name, message }) => (
        <div className="callout" role="alert" key={key}>
          <TriangleAlert />
          <span>
            <b>{name}</b>: {message}
          </span>
          <Button onClick={() => void markContradictionAsRead(key)}>OK</Button>
        </div>
      ))}
    </>
  )
}
