import './composer.css'
import { SendHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { getCurrentArea } from '#lib/api/session.ts'
import { onSubmitKey } from '#lib/keys/to-shortcut-key.ts'
import { emitLiveEvent } from '#lib/live/live.ts'
import { toFiles, toText } from '#lib/record-values.ts'
import { useIsOnline } from '#lib/use-is-online.ts'
import { Button } from '#ui/controls/button.tsx'
import { FieldMessage } from '#ui/controls/field.tsx'
import { TextArea } from '#ui/controls/input.tsx'
import { FilesControl } from '#ui/forms/controls/files-control.tsx'
import { useFormWithDraft } from '#ui/forms/use-form-with-draft.ts'
import { useSave } from '#ui/forms/use-save.ts'
import { useUnsentInput } from '#ui/overlays/unsent-inputs.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { messageForm } from '@tahanan/contract/conversation/message-form.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { type ComposerPath, getDraftName } from './draft-mark.tsx'
import { TYPING_EVENT_INTERVAL_MS } from './office/writers.ts'

interface ComposerProps {
  path: ComposerPath
  subject: ConversationSubject
  label: string
  action: string
  renderTools?: (insert: (text: string) => void) => ReactNode
  onSent: (savedMessage: object) => void
}

/** Renders the message input. Stores unsent text as a draft, one per record. */
export function Composer(props: ComposerProps) {
  const [sentCount, setSentCount] = useState(0)
  return (
    <OpenComposer
      key={sentCount}
      {...props}
      isNext={sentCount > 0}
      onSent={(savedMessage) => {
        props.onSent(savedMessage)
        setSentCount(sentCount + 1)
      }}
    />
  )
}

/** `isNext`: a message was sent just before, so the input gets the focus again. */
function OpenComposer(props: ComposerProps & { isNext: boolean }) {
  const { path, subject, label, action, renderTools, isNext, onSent } = props
  const { kind, id } = subject
  const online = useIsOnline()
  const ids = useId()
  const input = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNext) input.current?.querySelector('textarea')?.focus()
  }, [isNext])
  const { form, forgetDraft } = useFormWithDraft({
    name: getDraftName(path, subject),
    form: messageForm,
    writer: getCurrentArea() === 'admin' ? 'admin' : 'resident',
    action: 'create',
  })
  const messageNoun = path === '/message' ? 'message' : 'note'
  const isSent = useRef(false)
  const { submit, busy } = useSave({
    form,
    path,
    noun: capitalize(messageNoun),
    done: null,
    isDrafted: true,
    staleQueries: [],
    onSaved: (savedMessage) => {
      isSent.current = true
      forgetDraft()
      if (savedMessage) onSent(savedMessage)
    },
  })
  const publishTypingEvent = usePublishTypingEvent(subject)
  const sendPromiseRef = useRef<Promise<void>>(undefined)
  // While a message is being sent, a second call waits for the first, so that the message is not sent twice.
  const send = async (): Promise<boolean> => {
    sendPromiseRef.current ??= isSent.current
      ? undefined
      : submit({ kind, id }).finally(() => (sendPromiseRef.current = undefined))
    await sendPromiseRef.current
    return isSent.current
  }
  useUnsentInput(
    messageNoun,
    form.uploads.busy ? 'uploading' : busy ? 'sending' : form.dirty ? 'unsent' : undefined,
    send,
  )
  const { text } = form.values
  const shownTextRef = useRef(text)
  useEffect(() => {
    // A longer text makes the input higher, which must not push Send out of the visible area.
    if (shownTextRef.current !== text) input.current?.scrollIntoView({ block: 'nearest' })
    shownTextRef.current = text
  }, [text])
  const error = form.errors.text ?? form.errors.files
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- gets key events of its text area
    <div
      className="composer"
      id={form.id}
      ref={input}
      onKeyDown={(event) => {
        onSubmitKey(event, () => {
          if (online) void send()
        })
      }}
    >
      <TextArea
        aria-label={label}
        placeholder={label}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${ids}-help`}
        limit={messageForm.fields.text.max}
        readOnly={busy}
        rows={1}
        value={toText(text)}
        onChange={({ target }) => {
          form.set('text', target.value)
          publishTypingEvent(target.value)
        }}
      />
      <FieldMessage
        id={`${ids}-help`}
        error={error}
        help={
          online
            ? form.isDraftRestored && form.dirty && 'What you wrote before is kept. It is not sent yet.'
            : 'You are offline. What you write is kept; send it once you are connected.'
        }
      />
      <span className="visually-hidden" id={`${ids}-files`}>
        Files
      </span>
      <div className="row">
        <FilesControl
          aria-labelledby={`${ids}-files`}
          field={messageForm.fields.files}
          initialFiles={toFiles(form.values.files)}
          disabled={busy}
          compact
          onChange={(files) => form.set('files', files)}
          onState={(state) => form.onUploads('files', state)}
        />
        <div className="acts">
          {renderTools?.((insertedText) =>
            form.set('text', [toText(text), insertedText].filter((part) => part !== '').join('\n')),
          )}
          <Button
            icon={SendHorizontal}
            busy={busy}
            disabled={!online || form.uploads.busy}
            title={`${action} (Ctrl + Enter)`}
            onClick={() => void send()}
          >
            {action}
          </Button>
        </div>
      </div>
    </div>
  )
}

/**
 * Returns a function that publishes a typing event, so that colleagues see that the user is writing (rules
 * 23.49).
 */
function usePublishTypingEvent({ kind, id }: ConversationSubject): (text: string) => void {
  const publishedAt = useRef(-TYPING_EVENT_INTERVAL_MS)
  return (text) => {
    if (
      getCurrentArea() !== 'admin' ||
      text === '' ||
      performance.now() - publishedAt.current < TYPING_EVENT_INTERVAL_MS
    )
      return
    publishedAt.current = performance.now()
    // A lost typing event does no harm, because the next one follows after a few seconds.
    emitLiveEvent('writing', { kind, id }).catch(() => undefined)
  }
}
