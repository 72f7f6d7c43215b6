import './timeline-list.css'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { formatDay, formatTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { FileThumbnailList } from '#ui/files/file-thumbnail.tsx'
import { toDisplayFiles } from '#ui/files/to-display-files.ts'
import { LinkedText } from '#ui/rich-text/linked-text.tsx'
import { StatusIcon } from '#ui/values/status-tag.tsx'
import { type MessageOrNote, type HistoryItem, mergeTimeline } from './timeline.ts'

interface TimelineListProps {
  label: string
  noun: 'messages' | 'notes'
  messages: readonly MessageOrNote[]
  history?: readonly HistoryItem[]
  isOwn: (message: MessageOrNote) => boolean
  seen?: { id: number | undefined; text: string }
  empty: string
  onLoadEarlier: (() => void) | undefined
  isLoading: boolean
  isHidden?: boolean
  children?: ReactNode
}

export function TimelineList(props: TimelineListProps) {
  const {
    label,
    noun,
    messages,
    history = [],
    isOwn,
    seen,
    empty,
    onLoadEarlier,
    isLoading,
    isHidden = false,
  } = props
  const newestMessage = messages.at(-1)
  const scrollProps = useScrollToNewest({
    first: messages[0]?.id,
    last: newestMessage?.id,
    isOwn: newestMessage !== undefined && isOwn(newestMessage),
    isHidden,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes it scrollable by keyboard
    <section className="timeline" tabIndex={0} aria-label={label} {...scrollProps}>
      {onLoadEarlier && (
        <Button kind="quiet" busy={isLoading} onClick={onLoadEarlier}>
          Earlier {noun}
        </Button>
      )}
      {mergeTimeline(messages, history, onLoadEarlier !== undefined).map(({ day, items }) => (
        <div className="day" key={day}>
          <p className="date">{formatDay(items[0]?.at)}</p>
          <ol className="stack gap-2">
            {items.map(({ content: { entry, message } }) =>
              entry ? (
                <HistoryItemLine key={entry.key} entry={entry} />
              ) : (
                <MessageBubble
                  key={message.id}
                  message={message}
                  isOwn={isOwn(message)}
                  seen={message.id === seen?.id ? seen.text : undefined}
                />
              ),
            )}
          </ol>
        </div>
      ))}
      {messages.length === 0 && <p className="subtle">{empty}</p>}
      {props.children}
    </section>
  )
}

function HistoryItemLine({ entry }: { entry: HistoryItem }) {
  const { at, title, status, icon: Icon, who, remark } = entry
  return (
    <li className={`entry status-${status ?? 0}`}>
      <span className="dot">{Icon ? <Icon /> : status !== undefined && <StatusIcon status={status} />}</span>
      <div>
        <b>{title}</b>{' '}
        <small>
          {who && `${who}, `}
          <span className="num">{formatTime(at)}</span>
        </small>
        {remark && (
          <q>
            <LinkedText text={remark} />
          </q>
        )}
      </div>
    </li>
  )
}

function MessageBubble({
  message,
  isOwn,
  seen,
}: {
  message: MessageOrNote
  isOwn: boolean
  seen: string | undefined
}) {
  const { author, text, files, created_at } = message
  return (
    <li className={isOwn ? 'message own' : 'message'}>
      <p className="author">
        {author.self ? <span className="visually-hidden">You, </span> : <b>{author.name}</b>}{' '}
        <time className="num" dateTime={created_at}>
          {formatTime(created_at)}
        </time>
      </p>
      {text !== '' && (
        <p className="said">
          <LinkedText text={text} />
        </p>
      )}
      <FileThumbnailList files={toDisplayFiles(files)} />
      {seen && <p className="seen">{seen}</p>}
    </li>
  )
}

const NEAR_END_PX = 80

interface ShownMessages {
  first: number | undefined
  last: number | undefined
  /** True if the user wrote the newest message. The list then always scrolls to it. */
  isOwn: boolean
  isHidden: boolean
}

/**
 * Scrolls the list to a new message, unless the user has scrolled up. Earlier messages that load above do not
 * move the visible ones.
 */
function useScrollToNewest({ first, last, isOwn, isHidden }: ShownMessages) {
  const list = useRef<HTMLElement>(null)
  const distanceFromEnd = useRef(0)
  const shownRef = useRef({ first, last })
  useLayoutEffect(() => {
    const listElement = list.current
    const previousIds = shownRef.current
    if (!listElement || isHidden) return
    shownRef.current = { first, last }
    const maxScrollTop = listElement.scrollHeight - listElement.clientHeight
    const hasLoadedEarlier = first !== previousIds.first && last === previousIds.last
    if (hasLoadedEarlier) listElement.scrollTop = maxScrollTop - distanceFromEnd.current
    else if (distanceFromEnd.current < NEAR_END_PX || (last !== previousIds.last && isOwn))
      listElement.scrollTop = maxScrollTop
  })
  return {
    ref: list,
    onScroll: () => {
      const listElement = list.current
      if (listElement && !isHidden)
        distanceFromEnd.current = listElement.scrollHeight - listElement.scrollTop - listElement.clientHeight
    },
  }
}
