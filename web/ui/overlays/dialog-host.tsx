import './dialog-host.css'
import { CircleAlert, CircleCheck, CircleHelp, Info, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { useStore } from '../../lib/use-store.ts'
import { Button } from '../controls/button.tsx'
import { type Question, questions } from './dialogs.ts'
import { Layer } from '../layers/layer.tsx'

const ICONS: Record<Question['kind'], LucideIcon> = {
  confirm: CircleHelp,
  info: Info,
  error: CircleAlert,
  success: CircleCheck,
}

/** Draws the questions of `dialogs.ts`. Once a shell. */
export function DialogHost() {
  const question = useStore(questions)[0]
  const id = useId()
  if (!question) return null
  const Icon = ICONS[question.kind]
  const asks = question.kind === 'confirm'
  return (
    <Layer
      key={id + question.title}
      role="alertdialog"
      labelledBy={id}
      onClose={() => question.answer(false)}
    >
      <section className={`ask ${question.kind}`}>
        <Icon />
        <h2 id={id}>{question.title}</h2>
        {typeof question.content === 'string' ? (
          <p>{question.content}</p>
        ) : (
          question.content && <div className="shown">{question.content}</div>
        )}
        <footer>
          {asks && (
            <Button kind="default" autoFocus={question.danger} onClick={() => question.answer(false)}>
              {question.cancelText}
            </Button>
          )}
          <Button
            kind={question.danger ? 'destroy' : 'primary'}
            autoFocus={!question.danger}
            onClick={() => question.answer(true)}
          >
            {question.okText}
          </Button>
        </footer>
      </section>
    </Layer>
  )
}
