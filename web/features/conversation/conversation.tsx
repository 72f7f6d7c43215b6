import { useSuspenseQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useAddress } from '#lib/address/use-address.ts'
import { api } from '#lib/api/api.ts'
import { meQuery } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { SkeletonBars } from '#ui/lists/skeletons.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { Message } from '@tahanan/contract/conversation/answers.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { messagesQuery, useMessages } from './calls.ts'
import { Composer } from './composer.tsx'
import { ReadOnlyNote } from './read-only-note.tsx'
import { TimelineList } from './timeline-list.tsx'
import { type NextStep, type HistoryItem, getNewestSeenId } from './timeline.ts'

export interface ConversationProps {
  subject: ConversationSubject
  history?: readonly HistoryItem[]
  next?: NextStep | undefined
  empty: string
}

interface OpenConversationProps extends ConversationProps {
  notice?: ReactNode
  isHidden?: boolean
  renderTools?: (insert: (text: string) => void) => ReactNode
}

/**
 * Messages between a resident and the office, merged with the history of their record and updated live
 * (rules 23.1).
 */
export default function Conversation(props: OpenConversationProps) {
  const { subject, history, next, empty, notice, isHidden, renderTools } = props
  const { area, id } = useSuspenseQuery(meQuery).data
  const isOffice = area === 'admin'
  const ownKind = isOffice ? 'pmo' : 'resident'
  const [newMessageText, setNewMessageText] = useState('')
  const channel = isOffice ? liveChannels.adminMessages(id) : liveChannels.clientMessages(id)
  const { query, page, messages, add } = useMessages(messagesQuery(subject), subject, channel, (message) => {
    if ('kind' in message.author && message.author.kind !== ownKind)
      setNewMessageText(`${message.author.name}: ${message.text || 'sent a file'}`)
  })
  const containerRef = useRef<HTMLDivElement>(null)
  const endRef = useRef<HTMLSpanElement>(null)
  const newestMessage = messages.findLast(({ author }) => author.kind !== ownKind)
  useMarkAsRead(subject, newestMessage?.id, endRef)
  useScrollFromLink(containerRef, page !== undefined)
  return (
    <div className="conversation stack" ref={containerRef} hidden={isHidden}>
      {!page && (
        <QueryState query={query} title="We could not load the messages">
          <SkeletonBars className="form-wait" bars={[['40%'], ['80%']]} />
        </QueryState>
      )}
      {(page ?? query.isError) && (
        <TimelineList
          label="Messages and history"
          noun="messages"
          messages={messages}
          history={history}
          isOwn={({ author }) => 'kind' in author && author.kind === ownKind}
          seen={{
            id: getNewestSeenId(messages, ownKind, page?.seenId ?? 0),
            text: isOffice ? 'Seen' : 'Seen by the PMO',
          }}
          empty={page?.mayWrite ? empty : 'No message yet.'}
          onLoadEarlier={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoading={query.isFetchingNextPage}
          isHidden={isHidden}
        >
          {next && (
            <p className="entry next">
              <span className="dot">
                <ShieldCheck />
              </span>
              <span>
                {next.title} <small className="num">{next.when}</small>
              </span>
            </p>
          )}
          <span ref={endRef} />
        </TimelineList>
      )}
      <p className="visually-hidden" aria-live="polite">
        {newMessageText}
      </p>
      {page?.mayWrite && notice}
      {page && !page.mayWrite && <ReadOnlyNote />}
      {page?.mayWrite && (
        <Composer
          path="/message"
          subject={subject}
          label={isOffice ? 'Write to the resident' : 'Write to the PMO'}
          action="Send"
          renderTools={renderTools}
          onSent={(savedMessage) => add(savedMessage as Message)}
        />
      )}
    </div>
  )
}

function useScrollFromLink(containerRef: { current: HTMLElement | null }, isLoaded: boolean): void {
  const isLinked = useAddress()[0].get('at') === 'messages'
  useEffect(() => {
    if (isLinked && isLoaded) containerRef.current?.scrollIntoView({ block: 'end' })
  }, [isLinked, isLoaded, containerRef])
}

const NOTIFICATION_KEYS: readonly unknown[] = ['notifications', 'notification-count']

/** Marks a conversation as read when its newest message is visible on the screen (rules 23.4). */
function useMarkAsRead(
  { kind, id }: ConversationSubject,
  newestId: number | undefined,
  end: RefObject<Element | null>,
): void {
  const markedIdRef = useRef(0)
  useEffect(() => {
    if (newestId === undefined || !end.current) return undefined
    let isInView = false
    const markAsRead = (): void => {
      if (!isInView || document.visibilityState === 'hidden' || markedIdRef.current >= newestId) return
      markedIdRef.current = newestId
      // A failure is not shown, because the next message or visit marks the conversation as read.
      api.put('/messages-read', { kind, id }, { quiet: true }).then(
        // The server has also marked the notifications of these messages as read, so the bell is refetched.
        () =>
          queryClient.invalidateQueries({
            predicate: ({ queryKey }) => NOTIFICATION_KEYS.includes(queryKey[0]),
          }),
        () => {
          markedIdRef.current = 0
        },
      )
    }
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting === true
      markAsRead()
    })
    observer.observe(end.current)
    document.addEventListener('visibilitychange', markAsRead)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', markAsRead)
    }
  }, [kind, id, newestId, end])
}
