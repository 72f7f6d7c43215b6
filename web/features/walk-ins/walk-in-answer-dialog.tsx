import './let-in.css'
import { useMutation } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { ApiError } from '#lib/api/api.ts'
import { Button } from '#ui/controls/button.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Facts } from '#ui/values/facts.tsx'
import { WALK_IN_ANSWERER_LABELS, WALK_IN_LABELS } from '@tahanan/contract/gate/labels-and-codes.ts'
import { isWaiting, sendWalkInAnswer, type TimedWalkIn, useSecondsLeft } from './calls.ts'

interface WalkInAnswerDialogProps {
  walkIn: TimedWalkIn
  onClose: () => void
}

export default function WalkInAnswerDialog({ walkIn, onClose }: WalkInAnswerDialogProps) {
  const seconds = useSecondsLeft(walkIn)
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: sendWalkInAnswer,
    meta: { handles: 'all' },
    onSuccess: ({ state, name }) => {
      toast.success(state === 'allowed' ? `The gate lets ${name} in.` : `The gate does not let ${name} in.`)
      onClose()
    },
  })
  const { id, name, purpose, people, plate, gate, state, answeredBy } = walkIn
  const answeredByOther = !isWaiting(walkIn) && answeredBy && !isPending
  const resultMessage = answeredByOther
    ? `Answered already: ${WALK_IN_LABELS[state].toLowerCase()} ${WALK_IN_ANSWERER_LABELS[answeredBy]}.`
    : error instanceof ApiError
      ? error.message
      : undefined
  const isOver = answeredByOther || (error instanceof ApiError && error.status === 409)
  const pendingAnswer = isPending ? variables?.answer : undefined
  return (
    <Sheet
      title={isOver ? 'Already answered' : 'Let in?'}
      place="box"
      width={480}
      onClose={onClose}
      footer={
        isOver ? (
          <Button kind="primary" onClick={onClose}>
            OK
          </Button>
        ) : (
          <div className="let-in-answers">
            <Button
              icon={X}
              busy={pendingAnswer === 'deny'}
              disabled={pendingAnswer === 'allow'}
              onClick={() => mutate({ id, answer: 'deny' })}
            >
              Not now
            </Button>
            <Button
              kind="primary"
              icon={Check}
              busy={pendingAnswer === 'allow'}
              disabled={pendingAnswer === 'deny'}
              onClick={() => mutate({ id, answer: 'allow' })}
            >
              Let in
            </Button>
          </div>
        )
      }
    >
      <div className="let-in stack gap-4">
        <p className="asker">{name}</p>
        <Facts
          facts={[
            ['Purpose', purpose],
            ['People', String(people)],
            ['Plate number', plate],
            ['Where', gate || 'At the gate'],
          ]}
        />
        {resultMessage === undefined ? (
          <p className="callout" role="timer">
            {seconds > 0
              ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'} left. Then the gate calls you.`
              : 'The gate calls you now. You can still answer here.'}
          </p>
        ) : (
          <p className="callout" role="alert">
            {resultMessage}
          </p>
        )}
      </div>
    </Sheet>
  )
}
