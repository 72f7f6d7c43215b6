import './dialog-host.css'
import { CircleAlert, CircleCheck, CircleHelp, Info, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/controls/button.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { Layer } from '#ui/layers/layer.tsx'
import { type DialogState, dialogQueue } from './dialogs.ts'

const DIALOG_ICONS: Record<DialogState['kind'], LucideIcon> = {
  confirm: CircleHelp,
  info: Info,
  error: CircleAlert,
  success: CircleCheck,
}

/** Focuses a button when its dialog opens. React's `autoFocus` runs too early, before the dialog is shown. */
export const setAutofocus = (button: HTMLButtonElement | null): void => button?.setAttribute('autofocus', '')

/**
 * Returns the dialogs to show: the first of the queue, and after a dialog with fields also the next one. It is
 * about sending the fields, for example that the connection was lost, and must not wait for them.
 */
const getShownDialogs = (queue: readonly DialogState[]): readonly DialogState[] =>
  queue.slice(0, queue.findIndex(({ isReady }) => !isReady) + 1 || queue.length)

/** Renders the open dialogs. The shell (frame) of every page must contain it exactly once. */
export function DialogHost() {
  return getShownDialogs(useStore(dialogQueue)).map((question, index) => (
    <Dialog key={`${index} ${question.title}`} question={question} />
  ))
}

function Dialog({ question }: { question: DialogState }) {
  const id = useId()
  const Icon = DIALOG_ICONS[question.kind]
  const isQuestion = question.kind === 'confirm'
  const handleConfirm = async (): Promise<void> => {
    if (await question.isReady?.()) question.answer(true)
  }
  // Whether the Cancel button gets the focus. In a dialog with fields, the first field gets it instead.
  const shouldFocusCancel = !question.isReady && (question.danger ?? question.shouldFocusCancel)
  return (
    <Layer
      role="alertdialog"
      labelledBy={id}
      coversPage={question.covers}
      onClose={() => question.answer(false)}
    >
      <section className={`ask ${question.kind}`}>
        <Icon />
        <h2 id={id}>{question.title}</h2>
        {typeof question.content === 'string' ? (
          <p>{question.content}</p>
        ) : (
          question.content && (
            <div className="shown">
              {question.isReady ? (
                <SubmitForm id={`${id}form`} onSubmit={() => void handleConfirm()}>
                  {question.content}
                </SubmitForm>
              ) : (
                question.content
              )}
            </div>
          )
        )}
        <footer>
          {isQuestion && (
            <Button
              kind="default"
              ref={shouldFocusCancel ? setAutofocus : undefined}
              onClick={() => question.answer(false)}
            >
              {question.cancelText}
            </Button>
          )}
          {question.otherButton && (
            <Button
              kind="default"
              onClick={() => {
                question.otherButton?.onChoose()
                question.answer(false)
              }}
            >
              {question.otherButton.text}
            </Button>
          )}
          <Button
            kind={question.danger ? 'destroy' : 'primary'}
            ref={shouldFocusCancel || question.isReady ? undefined : setAutofocus}
            type="submit"
            {...(question.isReady ? { form: `${id}form` } : { onClick: () => question.answer(true) })}
          >
            {question.okText}
          </Button>
        </footer>
      </section>
    </Layer>
  )
}
