import { api } from '#lib/api/api.ts'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import { createInfiniteListQuery } from '#lib/api/create-infinite-list-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import type {
  AdminNotification,
  ResidentNotification,
  UnreadCount,
} from '@tahanan/contract/notifications/answers.ts'

/**
 * Area of the reader. In the office, every administrator has a separate read state per notification
 * (rules 10.2).
 */
export type Reader = 'client' | 'admin'

export type Notification = ResidentNotification | AdminNotification

/** Number of notifications per page (rules 10.3). */
const PAGE_SIZE = 10

export function isUnread(notification: Notification): boolean {
  return ('isRead' in notification ? notification.isRead : notification.isReadAdmin) === 0
}

export function getNotificationChannel(reader: Reader, id: number): string {
  return reader === 'admin' ? liveChannels.adminNotifications(id) : liveChannels.clientNotifications(id)
}

export function notificationsQuery(reader: Reader, id: number) {
  return createInfiniteListQuery<Notification>(
    ['notifications', reader, id],
    `/${reader}-notif/${id}`,
    { limit: PAGE_SIZE },
    { handles: 'all' },
  )
}

export function unreadCountQuery(reader: Reader, id: number) {
  const query = createApiQuery<UnreadCount>(
    ['notification-count', reader, id],
    `/${reader}-notif-count/${id}`,
  )
  return { ...query, select: ({ count }: UnreadCount) => count }
}

export async function markNotificationsAsRead(
  reader: Reader,
  id: number,
  ids: readonly number[],
): Promise<void> {
  await api.put(`/${reader}-notif-read-ids`, { ids: ids.join(',') }, { quiet: true })
  await queryClient.invalidateQueries(unreadCountQuery(reader, id))
}

/** Adds a notification to the loaded list. Sorts by time, because events may arrive out of order. */
export function addNotification(reader: Reader, id: number, newNotification: Notification): void {
  queryClient.setQueryData(notificationsQuery(reader, id).queryKey, (cachedPages) => {
    const [first, ...rest] = cachedPages?.pages ?? []
    if (!cachedPages || !first) return cachedPages
    const knownNotification = cachedPages.pages
      .flatMap((page) => page.data)
      .find((notification) => notification.id === newNotification.id)
    if (knownNotification && knownNotification.created_at >= newNotification.created_at) return cachedPages
    const removeOlderVersion = (page: ListOf<Notification>): ListOf<Notification> => ({
      ...page,
      data: page.data.filter((notification) => notification.id !== newNotification.id),
      total: page.total + (knownNotification ? 0 : 1),
    })
    const firstPage = removeOlderVersion(first)
    const sortedNotifications = [newNotification, ...firstPage.data].toSorted((a, b) =>
      b.created_at.localeCompare(a.created_at),
    )
    return {
      ...cachedPages,
      pages: [{ ...firstPage, data: sortedNotifications }, ...rest.map(removeOlderVersion)],
    }
  })
  void queryClient.invalidateQueries(unreadCountQuery(reader, id))
}

export function markCachedAsRead(reader: Reader, id: number, ids: ReadonlySet<number>): void {
  const toReadNotification = (notification: Notification): Notification =>
    !ids.has(notification.id)
      ? notification
      : 'isRead' in notification
        ? { ...notification, isRead: 1 }
        : { ...notification, isReadAdmin: 1 }
  queryClient.setQueryData(
    notificationsQuery(reader, id).queryKey,
    (cachedPages) =>
      cachedPages && {
        ...cachedPages,
        pages: cachedPages.pages.map((page) => ({ ...page, data: page.data.map(toReadNotification) })),
      },
  )
}
