import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { flattenPages } from '#lib/api/create-infinite-list-query.ts'
import { formatDay, formatTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { SkeletonBar, SkeletonBars } from '#ui/lists/skeletons.tsx'
import {
  isUnread,
  markNotificationsAsRead,
  type Notification,
  notificationsQuery,
  type Reader,
  markCachedAsRead,
} from './calls.ts'

interface NotificationListProps {
  reader: Reader
  owner: number
  onOpen: (notification: Notification) => void
}

/** List of notifications. Opening one marks it as read (rules 10.3). */
export function NotificationList({ reader, owner, onOpen }: NotificationListProps) {
  const query = useInfiniteQuery(notificationsQuery(reader, owner))
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query
  const allNotifications = data && flattenPages(data.pages)
  const markAsRead = (notifications: readonly Notification[]): void => {
    const ids = notifications.filter(isUnread).map(({ id }) => id)
    if (ids.length === 0) return
    markCachedAsRead(reader, owner, new Set(ids))
    // A failure is not shown, because the next unread count corrects the number on the bell.
    markNotificationsAsRead(reader, owner, ids).catch(() => undefined)
  }

  if (!allNotifications && error) {
    return (
      <div className="none">
        <LoadingError message="We could not load your notifications." onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!allNotifications) return <SkeletonBars className="wait" bars={[['60%'], ['80%'], ['50%']]} />
  if (allNotifications.length === 0) return <p className="none">You don't have any notifications yet.</p>
  return (
    <ul>
      {allNotifications.some(isUnread) && (
        <li className="read-all">
          <Button kind="quiet" onClick={() => markAsRead(allNotifications)}>
            Mark these as read
          </Button>
        </li>
      )}
      {allNotifications.map((notification) => (
        <li key={notification.id} className={isUnread(notification) ? 'new' : ''}>
          <button
            type="button"
            className="entry"
            onClick={() => {
              markAsRead([notification])
              onOpen(notification)
            }}
          >
            <b>{notification.title}</b>
            <time dateTime={notification.created_at} className="num">
              {formatShortTime(notification.created_at)}
            </time>
            <span>{notification.message}</span>
            {isUnread(notification) && <em className="visually-hidden">Unread</em>}
          </button>
        </li>
      ))}
      {isFetchNextPageError && !isFetchingNextPage ? (
        // After an error, more entries load only on a click. Loading on scroll would immediately fail again.
        <li className="none">
          <LoadingError message="We could not load more." onRetry={() => void fetchNextPage()} />
        </li>
      ) : (
        hasNextPage && <LoadMoreRow busy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </ul>
  )
}

function LoadingError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <p>{message}</p>
      <Button kind="quiet" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

function formatShortTime(instant: string): string {
  const day = formatDay(instant)
  return day === 'Today' ? formatTime(instant) : day
}

function LoadMoreRow({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  const endRef = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const element = endRef.current
    if (!element || busy) return undefined
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) onMore()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [busy, onMore])
  return (
    <li className="wait" ref={endRef} aria-label="Loading more">
      <SkeletonBar width="60%" />
      <SkeletonBar width="80%" />
    </li>
  )
}
