import './composer.css'
import { SendHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { currentArea } from '#lib/api/session.ts'
import { filesOf, wordsOf } from '#lib/record-values.ts'
import { useOnline } from '#lib/use-online.ts'
import { Button } from '#ui/controls/button.tsx'
import { FieldMessage } from '#ui/controls/field.tsx'
import { TextArea } from '#ui/controls/input.tsx'
import { FilesControl } from '#ui/forms/controls/files-control.tsx'
import { useDraftedForm } from '#ui/forms/use-drafted-form.ts'
import { useSave } from '#ui/forms/use-save.ts'
import { useHoldSheet } from '#ui/overlays/sheet.tsx'
import { messageForm } from '@tahanan/contract/conversation/message-form.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'

interface ComposerProps {
  path: '/message' | '/internal-note'
  subject: ConversationSubject
  /** Name of the text, also shown in it while it is empty. */
  label: string
  /** Label of the button. */
  action: string
  /** Buttons beside Send; `insert` adds to the text. */
  renderTools?: (insert: (text: string) => void) => ReactNode
  onSent: (saved: object) => void
}

/** Input of messages or notes with files. Unsent input is a draft of its record. */
export function Composer(props: ComposerProps) {
  const [sent, setSent] = useState(0)
  return (
    <OpenComposer
      key={sent}
      {...props}
      isNext={sent > 0}
      onSent={(saved) => {
        props.onSent(saved)
        setSent(sent + 1)
      }}
    />
  )
}

/** `isNext`: the one before was sent from here, so that the focus stays. */
function OpenComposer(props: ComposerProps & { isNext: boolean }) {
  const { path, subject, label, action, renderTools, isNext, onSent } = props
  const { kind, id } = subject
  const online = useOnline()
  const ids = useId()
  const input = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNext) input.current?.querySelector('textarea')?.focus()
  }, [isNext])
  const { form, forget } = useDraftedForm({
    name: `${path} ${kind} ${id}`,
    form: messageForm,
    writer: currentArea() === 'admin' ? 'admin' : 'resident',
    action: 'create',
  })
  const { submit, busy } = useSave({
    form,
    path,
    noun: path === '/message' ? 'Message' : 'Note',
    done: null,
    stale: [],
    onSaved: (saved) => {
      forget()
      if (saved) onSent(saved)
    },
  })
  useHoldSheet(form.uploads.busy)
  const send = (): void => void submit({ kind, id })
  const { text } = form.values
  const error = form.errors.text ?? form.errors.files
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key of its text bubbles
    <div
      className="composer"
      id={form.id}
      ref={input}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || busy || !online) return
        event.preventDefault()
        send()
      }}
    >
      <TextArea
        aria-label={label}
        placeholder={label}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${ids}-help`}
        maxLength={messageForm.fields.text.max}
        readOnly={busy}
        rows={1}
        value={wordsOf(text)}
        onChange={({ target }) => form.set('text', target.value)}
      />
      <FieldMessage
        id={`${ids}-help`}
        error={error}
        help={!online && 'You are offline. What you write is kept; send it once you are connected.'}
      />
      <span className="visually-hidden" id={`${ids}-files`}>
        Files
      </span>
      <div className="row">
        <FilesControl
          aria-labelledby={`${ids}-files`}
          field={messageForm.fields.files}
          initial={filesOf(form.values.files)}
          disabled={busy}
          compact
          onChange={(files) => form.set('files', files)}
          onState={(state) => form.onUploads('files', state)}
        />
        <div className="acts">
          {renderTools?.((added) =>
            form.set('text', [wordsOf(text), added].filter((part) => part !== '').join('\n')),
          )}
          <Button
            icon={SendHorizontal}
            busy={busy}
            disabled={!online || form.uploads.busy}
            title={`${action} (Ctrl + Enter)`}
            onClick={send}
          >
            {action}
          </Button>
        </div>
      </div>
    </div>
  )
}
