import './timeline-list.css'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { formatDay, formatTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { Files } from '#ui/files/file-thumb.tsx'
import { toShownFiles } from '#ui/files/to-shown-files.ts'
import { LinkedText } from '#ui/rich-text/linked-text.tsx'
import { StatusIcon } from '#ui/values/status-tag.tsx'
import { type MessageOrNote, type PastEntry, mergeTimeline } from './timeline.ts'

interface TimelineListProps {
  label: string
  noun: 'messages' | 'notes'
  messages: readonly MessageOrNote[]
  past?: readonly PastEntry[]
  isOwn: (message: MessageOrNote) => boolean
  seen?: { id: number | undefined; words: string }
  empty: string
  /** Loads earlier messages; undefined if none exist. */
  onEarlier: (() => void) | undefined
  isLoading: boolean
  isHidden?: boolean
  children?: ReactNode
}

export function TimelineList(props: TimelineListProps) {
  const {
    label,
    noun,
    messages,
    past = [],
    isOwn,
    seen,
    empty,
    onEarlier,
    isLoading,
    isHidden = false,
  } = props
  const newest = messages.at(-1)
  const scrolling = useScrollToNewest({
    first: messages[0]?.id,
    last: newest?.id,
    isOwn: newest !== undefined && isOwn(newest),
    isHidden,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
    <section className="timeline" tabIndex={0} aria-label={label} {...scrolling}>
      {onEarlier && (
        <Button kind="quiet" busy={isLoading} onClick={onEarlier}>
          Earlier {noun}
        </Button>
      )}
      {mergeTimeline(messages, past, onEarlier !== undefined).map(({ day, items }) => (
        <div className="day" key={day}>
          <p className="date">{formatDay(items[0]?.at)}</p>
          <ol className="stack gap-2">
            {items.map(({ shown: { entry, message } }) =>
              entry ? (
                <EntryLine key={entry.key} entry={entry} />
              ) : (
                <MessageBubble
                  key={message.id}
                  message={message}
                  isOwn={isOwn(message)}
                  seen={message.id === seen?.id ? seen.words : undefined}
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

function EntryLine({ entry }: { entry: PastEntry }) {
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
      <Files files={toShownFiles(files)} />
      {seen && <p className="seen">{seen}</p>}
    </li>
  )
}

/**
 * If the list is scrolled to less than this many pixels from its end, the reader counts as being at the
 * newest message.
 */
const NEAR_END_PX = 80

interface ShownMessages {
  /** Ids of the oldest (`first`) and the newest (`last`) loaded message. */
  first: number | undefined
  last: number | undefined
  /** Whether the reader wrote the newest message. The list always scrolls to own messages. */
  isOwn: boolean
  isHidden: boolean
}

/**
 * Scrolls the list to a new message, except if the reader has scrolled up. When earlier messages load above,
 * keeps the visible messages in place.
 */
function useScrollToNewest({ first, last, isOwn, isHidden }: ShownMessages) {
  const list = useRef<HTMLElement>(null)
  const fromEnd = useRef(0)
  const shownRef = useRef({ first, last })
  useLayoutEffect(() => {
    const box = list.current
    const previous = shownRef.current
    if (!box || isHidden) return
    shownRef.current = { first, last }
    const end = box.scrollHeight - box.clientHeight
    const hasLoadedEarlier = first !== previous.first && last === previous.last
    if (hasLoadedEarlier) box.scrollTop = end - fromEnd.current
    else if (fromEnd.current < NEAR_END_PX || (last !== previous.last && isOwn)) box.scrollTop = end
  })
  return {
    ref: list,
    onScroll: () => {
      const box = list.current
      if (box && !isHidden) fromEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight
    },
  }
}
