import './walk-ins.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, CircleCheck, Clock, LogIn, OctagonX, Phone, UserRoundPlus, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { GATE_MUTATION_OPTIONS } from '#features/gate/store/gate-state.ts'
import { judgeScannedText } from '#features/gate/store/gate-store.ts'
import { recordEntryByTap } from '#features/gate/verdict/recent-entries.ts'
import { WALK_IN_SIGNALS } from '#features/gate/verdict/verdict-signals.ts'
import { createPreloadableLazy, usePreloadWhenIdle } from '#lib/ahead/create-preloadable-lazy.tsx'
import { ApiError } from '#lib/api/api.ts'
import { formatTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { OpeningMessage } from '#ui/overlays/opening-message.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { WalkIn } from '@tahanan/contract/gate/answers.ts'
import { WALK_IN_ANSWERER_LABELS, WALK_IN_LABELS } from '@tahanan/contract/gate/labels-and-codes.ts'
import {
  isWaiting,
  refetchWalkIns,
  sendWalkInAnswer,
  type TimedWalkIn,
  useSecondsLeft,
  walkInsQuery,
} from './calls.ts'

const WalkInForm = createPreloadableLazy(() => import('./walk-in-form.tsx'))

export function WalkIns() {
  const query = useQuery(walkInsQuery)
  const walkIns = query.data?.toSorted((a, b) => Number(isWaiting(b)) - Number(isWaiting(a)))
  usePreloadWhenIdle(WalkInForm)
  return (
    <div className="walk-ins stack">
      <WalkInButton />
      {!query.data && <QueryState query={query} title="We could not load the walk-ins" />}
      {walkIns?.length === 0 && <p className="minor">Nobody waits for an answer.</p>}
      <ul className="stack">
        {walkIns?.map((walkIn) => (
          <li key={walkIn.id}>
            <WalkInCard walkIn={walkIn} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function WalkInButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" icon={UserRoundPlus} onClick={() => setOpen(true)}>
        Register a walk-in
      </Button>
      {open && (
        <Suspense fallback={<OpeningMessage />}>
          <WalkInForm onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const STATE_ICONS = { asked: Clock, call: Phone, allowed: CircleCheck, denied: OctagonX }

function WalkInCard({ walkIn }: { walkIn: TimedWalkIn }) {
  const seconds = useSecondsLeft(walkIn)
  const { name, purpose, people, plate, unitNumber, answeredBy, answeredAt, code } = walkIn
  // Shows the state `call` as soon as the deadline is over, because the server may change the state some
  // seconds later.
  const state = walkIn.state === 'asked' && seconds === 0 ? 'call' : walkIn.state
  const Icon = STATE_ICONS[state]
  return (
    <article className="walk-in tile" aria-label={`Walk-in ${name}`}>
      <header role="status" className={`signal ${WALK_IN_SIGNALS[state] ?? ''}`}>
        <Icon />
        <b>{WALK_IN_LABELS[state]}</b> {state === 'asked' && <span className="num">{seconds} s</span>}
        {answeredBy && (
          <span>
            {WALK_IN_ANSWERER_LABELS[answeredBy]}, {formatTime(answeredAt)}
          </span>
        )}
      </header>
      <p>
        <b className="unit">{unitNumber}</b> <b>{name}</b>
      </p>
      <p className="minor">
        {[purpose, people > 1 && `${people} people`, plate].filter(Boolean).join(' · ')}
      </p>
      {state === 'call' && <CallActions walkIn={walkIn} />}
      {state === 'allowed' && code !== null && <RecordEntryButton name={name} people={people} code={code} />}
    </article>
  )
}

function CallActions({ walkIn: { id, phones } }: { walkIn: WalkIn }) {
  const { mutate, isPending, variables } = useMutation({
    ...GATE_MUTATION_OPTIONS,
    mutationFn: sendWalkInAnswer,
    onSettled: refetchWalkIns,
  })
  const answerButtons = [
    ['deny', 'They said no', X],
    ['allow', 'They said yes', Check],
  ] as const
  return (
    <>
      <p className="phones acts">
        {phones.length === 0 && 'The unit has no telephone number here. Please use the intercom.'}
        {phones.map((phone) => (
          <a key={phone} className="btn default" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
            <Phone />
            {phone}
          </a>
        ))}
      </p>
      <div className="ways acts">
        {answerButtons.map(([answer, label, icon]) => (
          <Button
            key={answer}
            icon={icon}
            busy={isPending && variables.answer === answer}
            disabled={isPending && variables.answer !== answer}
            onClick={() => mutate({ id, answer })}
          >
            {label}
          </Button>
        ))}
      </div>
    </>
  )
}

function RecordEntryButton({
  name,
  people: peopleCount,
  code,
}: {
  name: string
  people: number
  code: string
}) {
  const { mutate, isPending } = useMutation({
    ...GATE_MUTATION_OPTIONS,
    mutationFn: async () => {
      const { pass, may } = await judgeScannedText(code)
      if (!pass || !may.includes('in')) throw new ApiError(409, `${name} cannot come in by this any more.`)
      await recordEntryByTap(pass, 'in', peopleCount)
    },
    onSettled: refetchWalkIns,
  })
  return (
    <Button kind="primary" icon={LogIn} busy={isPending} aria-label={`In: ${name}`} onClick={() => mutate()}>
      {peopleCount > 1 ? `In, ${peopleCount} people` : 'In'}
    </Button>
  )
}
