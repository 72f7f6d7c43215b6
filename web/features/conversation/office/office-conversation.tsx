import './office-conversation.css'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Button } from '#ui/controls/button.tsx'
import { TabStrip } from '#ui/lists/tab-strip.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { messagesQuery } from '../calls.ts'
import Conversation, { type ConversationProps } from '../conversation.tsx'
import { notesQuery } from './calls.ts'
import { InsertAnswer } from './insert-answer.tsx'
import { InternalNotes } from './internal-notes.tsx'
import { WritersLine } from './writers-line.tsx'

const MESSAGES = { slug: 'messages', label: 'Messages' }
const NOTES = 'notes'

/** Messages with the resident, and the office's own notes, as two tabs of a record. */
export default function OfficeConversation({ subject, ...props }: ConversationProps) {
  const id = useId()
  const [slug, setSlug] = useState(MESSAGES.slug)
  const notes = useInfiniteQuery(notesQuery(subject)).data?.pages[0]
  const count = notes && notes.data.length > 0 ? `${notes.data.length}${notes.more ? '+' : ''}` : undefined
  const tabs = [MESSAGES, { slug: NOTES, label: 'Internal notes', count }]
  const isNotes = slug === NOTES
  return (
    <div className="office-conversation">
      <TabStrip
        words
        label="Conversation"
        id={id}
        tabs={tabs}
        open={tabs.find((tab) => tab.slug === slug)}
        onOpen={(tab) => setSlug(tab.slug)}
      />
      <div id={id} role="tabpanel" aria-labelledby={`${id}-${slug}`}>
        <Conversation
          {...props}
          subject={subject}
          isHidden={isNotes}
          notice={<WaitingNotice subject={subject} />}
          renderTools={(insert) => <InsertAnswer subject={subject} onInsert={insert} />}
        />
        <InternalNotes subject={subject} isHidden={!isNotes} />
        <WritersLine key={`${subject.kind} ${subject.id}`} subject={subject} />
      </div>
    </div>
  )
}

/** Says that the resident waits for an answer, with a button that none is needed. */
function WaitingNotice({ subject }: { subject: ConversationSubject }) {
  const options = messagesQuery(subject)
  const waits = useInfiniteQuery(options).data?.pages[0]?.waits
  const { mutate: settle, isPending } = useMutation({
    mutationFn: () => api.put<unknown>('/messages-settled', subject),
    onSuccess: () => toast.success('No answer is needed any more.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: options.queryKey }),
  })
  if (!waits) return null
  return (
    <div className="acts waits">
      <span>Waits for an answer</span>
      <Button kind="quiet" busy={isPending} onClick={() => settle()}>
        No answer needed
      </Button>
    </div>
  )
}
