import './let-in.css'
import { useMutation } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { ApiError } from '#lib/api/api.ts'
import { Button } from '#ui/controls/button.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Facts } from '#ui/values/facts.tsx'
import { ANSWERER_LABELS, WALK_IN_LABELS } from '@tahanan/contract/gate/words.ts'
import { isWaiting, sendAnswer, type TimedWalkIn, useSecondsLeft } from './calls.ts'

interface LetInProps {
  walkIn: TimedWalkIn
  onClose: () => void
}

export default function LetIn({ walkIn, onClose }: LetInProps) {
  const seconds = useSecondsLeft(walkIn)
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: sendAnswer,
    meta: { handles: 'all' },
    onSuccess: ({ state, name }) => {
      toast.success(state === 'allowed' ? `The gate lets ${name} in.` : `The gate was told: not now.`)
      onClose()
    },
  })
  const { id, name, purpose, people, plate, gate, state, answeredBy } = walkIn
  const answered = !isWaiting(walkIn) && answeredBy && !isPending
  const said = answered
    ? `Answered already: ${WALK_IN_LABELS[state].toLowerCase()} ${ANSWERER_LABELS[answeredBy]}.`
    : error instanceof ApiError
      ? error.message
      : undefined
  const isOver = answered || (error instanceof ApiError && error.status === 409)
  const pressed = isPending ? variables?.answer : undefined
  return (
    <Sheet
      title={isOver ? 'Somebody was faster' : 'Let in?'}
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
              busy={pressed === 'deny'}
              disabled={pressed === 'allow'}
              onClick={() => mutate({ id, answer: 'deny' })}
            >
              Not now
            </Button>
            <Button
              kind="primary"
              icon={Check}
              busy={pressed === 'allow'}
              disabled={pressed === 'deny'}
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
            ['What for', purpose],
            ['People', String(people)],
            ['Plate number', plate],
            ['Where', gate || 'At the gate'],
          ]}
        />
        {said === undefined ? (
          <p className="callout" role="timer">
            {seconds > 0
              ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'} left. Then the gate calls you.`
              : 'The gate calls you now. You can still answer here.'}
          </p>
        ) : (
          <p className="callout" role="alert">
            {said}
          </p>
        )}
      </div>
    </Sheet>
  )
}
