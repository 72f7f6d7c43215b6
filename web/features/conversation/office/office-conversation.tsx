import './office-conversation.css'
import { Popover } from '@base-ui/react/popover'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { LockKeyhole, MessageSquareQuote, Search } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { api } from '#lib/api/api.ts'
import { useAdmin } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useLiveEvent } from '#lib/live/live.ts'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { useTopLayer } from '#ui/layers/layer.tsx'
import { SkeletonBars } from '#ui/lists/skeletons.tsx'
import { TabStrip } from '#ui/lists/tab-strip.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { InternalNote, Message } from '@tahanan/contract/conversation/answers.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { containsSearchTerm } from '@tahanan/contract/text/fold-text.ts'
import { messagesQuery, useMessages } from '../calls.ts'
import { Composer } from '../composer.tsx'
import Conversation, { type ConversationProps } from '../conversation.tsx'
import '#ui/layers/popup.css'
import { ReadOnlyNote } from '../read-only-note.tsx'
import { TimelineList } from '../timeline-list.tsx'
import { internalNotesQuery } from './calls.ts'
import { useOfferedAnswers } from './use-offered-answers.ts'
import {
  WRITING_TIMEOUT_MS,
  type Writers,
  addWriter,
  describeWriters,
  removeIdleWriters,
  removeWriter,
} from './writers.ts'

const MESSAGES_TAB = { slug: 'messages', label: 'Messages' }
const NOTES_SLUG = 'notes'

export default function OfficeConversation({ subject, ...props }: ConversationProps) {
  const id = useId()
  const [slug, setSlug] = useState(MESSAGES_TAB.slug)
  const notes = useInfiniteQuery(internalNotesQuery(subject)).data?.pages[0]
  const count = notes && notes.data.length > 0 ? `${notes.data.length}${notes.more ? '+' : ''}` : undefined
  const tabs = [MESSAGES_TAB, { slug: NOTES_SLUG, label: 'Internal notes', count }]
  const isNotesTab = slug === NOTES_SLUG
  return (
    <div className="office-conversation">
      <TabStrip
        words
        label="Conversation"
        id={id}
        tabs={tabs}
        openTab={tabs.find((tab) => tab.slug === slug)}
        onOpen={(tab) => setSlug(tab.slug)}
      />
      <div id={id} role="tabpanel" aria-labelledby={`${id}-${slug}`}>
        <Conversation
          {...props}
          subject={subject}
          isHidden={isNotesTab}
          notice={<WaitingNotice subject={subject} />}
          renderTools={(insert) => <InsertAnswer subject={subject} onInsert={insert} />}
        />
        <InternalNotes subject={subject} isHidden={!isNotesTab} />
        <WritersLine key={`${subject.kind} ${subject.id}`} subject={subject} />
      </div>
    </div>
  )
}

function WaitingNotice({ subject }: { subject: ConversationSubject }) {
  const options = messagesQuery(subject)
  const isWaiting = useInfiniteQuery(options).data?.pages[0]?.waits
  const { mutate: markAsSettled, isPending } = useMutation({
    mutationFn: () => api.put<unknown>('/messages-settled', subject),
    onSuccess: () => toast.success('No answer is needed any more.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: options.queryKey }),
  })
  if (!isWaiting) return null
  return (
    <div className="acts waits">
      <span>Waits for an answer</span>
      <Button kind="quiet" busy={isPending} onClick={() => markAsSettled()}>
        No answer needed
      </Button>
    </div>
  )
}

const NO_WRITERS: Writers = new Map()

interface MessageOrNoteEvent extends ConversationSubject {
  message?: Message | null
  note?: InternalNote
}

/**
 * Line with the colleagues who are writing about the record at the moment: 'Liza is writing' (rules 23.49).
 */
function WritersLine({ subject: { kind, id } }: { subject: ConversationSubject }) {
  const { id: adminId } = useAdmin()
  const [writers, setWriters] = useState(NO_WRITERS)
  useLiveEvent<ConversationSubject & { name: string }>(liveChannels.adminWriting(adminId), (typingEvent) => {
    if (typingEvent.kind === kind && typingEvent.id === id)
      setWriters((oldWriters) => addWriter(oldWriters, typingEvent.name, Date.now()))
  })
  const onMessageOrNote = (event: MessageOrNoteEvent): void => {
    const author = (event.message ?? event.note)?.author
    if (author && event.kind === kind && event.id === id)
      setWriters((oldWriters) => removeWriter(oldWriters, author.name))
  }
  useLiveEvent<MessageOrNoteEvent>(liveChannels.adminMessages(adminId), onMessageOrNote)
  useLiveEvent<MessageOrNoteEvent>(liveChannels.adminNotes(adminId), onMessageOrNote)
  useEffect(() => {
    if (writers.size === 0) return undefined
    const timer = setTimeout(
      () => setWriters((oldWriters) => removeIdleWriters(oldWriters, Date.now())),
      WRITING_TIMEOUT_MS,
    )
    return () => clearTimeout(timer)
  }, [writers])
  return (
    <p className="writers" role="status">
      {describeWriters(writers)}
    </p>
  )
}

/**
 * Internal notes about a record, updated live. Residents never see them, so they have another colour
 * (rules 23.10).
 */
function InternalNotes({ subject, isHidden }: { subject: ConversationSubject; isHidden: boolean }) {
  const { id } = useAdmin()
  const { query, page, messages, add } = useMessages(
    internalNotesQuery(subject),
    subject,
    liveChannels.adminNotes(id),
  )
  return (
    <div className="conversation internal stack" hidden={isHidden}>
      <p className="row only-office">
        <LockKeyhole className="small" />
        Only the office reads these
      </p>
      {page ? (
        <TimelineList
          label="Internal notes"
          noun="notes"
          messages={messages}
          isOwn={() => false}
          empty={
            page.mayWrite ? 'Keep here what colleagues should know. Residents never read it.' : 'No note yet.'
          }
          onLoadEarlier={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoading={query.isFetchingNextPage}
          isHidden={isHidden}
        />
      ) : (
        <QueryState query={query} title="We could not load the notes">
          <SkeletonBars className="form-wait" bars={[['40%'], ['80%']]} />
        </QueryState>
      )}
      {page && !page.mayWrite && <ReadOnlyNote />}
      {page?.mayWrite && (
        <Composer
          path="/internal-note"
          subject={subject}
          label="Write an internal note"
          action="Save note"
          onSent={(savedNote) => add(savedNote as InternalNote)}
        />
      )}
    </div>
  )
}

const MAX_ANSWERS_WITHOUT_SEARCH = 10

interface InsertAnswerProps {
  subject: ConversationSubject
  onInsert: (text: string) => void
}

/**
 * Inserts a prepared answer into the message. The server has already replaced its placeholders with values of
 * the record.
 */
function InsertAnswer({ subject, onInsert }: InsertAnswerProps) {
  const [open, setOpen] = useState(false)
  const [term, setTerm] = useState('')
  const layer = useTopLayer()
  const { count, answers, hasFailed, refresh } = useOfferedAnswers(subject)
  if (count === 0) return null
  const matchingAnswers = answers?.filter(({ title, text }) => containsSearchTerm(`${title}\n${text}`, term))
  const handleOpenChange = (isOpen: boolean): void => {
    setOpen(isOpen)
    if (isOpen) refresh()
  }
  return (
    <Popover.Root open={open} onOpenChange={handleOpenChange} onOpenChangeComplete={() => setTerm('')}>
      <Popover.Trigger render={<Button kind="quiet" icon={MessageSquareQuote} />}>
        Insert an answer
      </Popover.Trigger>
      <Popover.Portal container={layer}>
        <Popover.Positioner align="end" sideOffset={4}>
          <Popover.Popup className="popup answers-popup" aria-label="Prepared answers">
            {count > MAX_ANSWERS_WITHOUT_SEARCH && (
              <Input
                icon={Search}
                aria-label="Search the answers"
                placeholder="Search the answers"
                value={term}
                onChange={({ target }) => setTerm(target.value)}
              />
            )}
            {hasFailed ? (
              <p className="subtle" role="alert">
                We could not load the answers. Close this list and open it again.
              </p>
            ) : (
              !matchingAnswers && (
                <p className="subtle" role="status">
                  Loading the answers…
                </p>
              )
            )}
            {matchingAnswers?.length === 0 && <p className="subtle">No answer has these words.</p>}
            <ul>
              {matchingAnswers?.map(({ id, title, text }) => (
                <li key={id}>
                  <button
                    type="button"
                    className="popup-option"
                    onClick={() => {
                      setOpen(false)
                      onInsert(text)
                    }}
                  >
                    <b>{title}</b>
                    <span className="minor clamp">{text}</span>
                  </button>
                </li>
              ))}
            </ul>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
