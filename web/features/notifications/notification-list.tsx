import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { rowsOfPages } from '#lib/api/growing-list.ts'
import { showDay, showTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { Bar, Waiting } from '#ui/lists/skeletons.tsx'
import {
  isUnread,
  markRead,
  type Notification,
  notificationsQuery,
  type Reader,
  showAsRead,
} from './calls.ts'

interface NotificationListProps {
  reader: Reader
  owner: number
  onOpen: (notification: Notification) => void
}

/** List in the bell's panel: loads more on scrolling and marks shown notifications as read. */
export function NotificationList({ reader, owner, onOpen }: NotificationListProps) {
  const query = useInfiniteQuery(notificationsQuery(reader, owner))
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const all = data && rowsOfPages(data.pages)
  useMarkingRead(reader, owner, all)

  if (!all && error) {
    return (
      <div className="none" role="alert">
        <p>We could not load your notifications.</p>
        <Button kind="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!all) return <Waiting className="wait" bars={[['60%'], ['80%'], ['50%']]} />
  if (all.length === 0) return <p className="none">You don't have any notifications yet.</p>
  return (
    <ul>
      {all.map((notification) => (
        <li key={notification.id} className={isUnread(notification) ? 'new' : ''}>
          <button type="button" onClick={() => onOpen(notification)}>
            <b>{notification.title}</b>
            <time dateTime={notification.created_at} className="num">
              {shortTime(notification.created_at)}
            </time>
            <span>{notification.message}</span>
            {isUnread(notification) && <em className="visually-hidden">Unread</em>}
          </button>
        </li>
      ))}
      {hasNextPage && <More busy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </ul>
  )
}

function shortTime(instant: string): string {
  const day = showDay(instant)
  return day === 'Today' ? showTime(instant) : day
}

/** Marks each unread notification as read once it was shown. The dots stay until the list is opened again. */
function useMarkingRead(reader: Reader, owner: number, all: readonly Notification[] | undefined): void {
  // Keyed by time too: a repeated notification is unread again.
  const markedTimes = useRef(new Map<number, string>())
  useEffect(() => {
    const fresh = (all ?? []).filter(
      (one) => isUnread(one) && markedTimes.current.get(one.id) !== one.created_at,
    )
    if (fresh.length === 0) return
    for (const { id, created_at } of fresh) markedTimes.current.set(id, created_at)
    // A failure needs no message: the next unread count corrects the badge.
    markRead(
      reader,
      owner,
      fresh.map(({ id }) => id),
    ).catch(() => undefined)
  }, [all, reader, owner])
  useEffect(() => {
    const times = markedTimes.current
    return () => showAsRead(reader, owner, new Set(times.keys()))
  }, [reader, owner])
}

function More({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  const end = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const element = end.current
    if (!element || busy) return undefined
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) onMore()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [busy, onMore])
  return (
    <li className="wait" ref={end} aria-label="Loading more">
      <Bar width="60%" />
      <Bar width="80%" />
    </li>
  )
}
