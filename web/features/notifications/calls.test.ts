import { beforeEach, expect, test } from 'vitest'
import { flattenPages } from '#lib/api/create-infinite-list-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import {
  addNotification,
  isUnread,
  type Notification,
  notificationsQuery,
  markCachedAsRead,
} from './calls.ts'

const createNotification = (id: number): Notification => ({
  id,
  title: 'Gate pass approved',
  message: 'GP-2026-000123',
  link: null,
  isRead: 0,
  created_at: '2026-03-12T01:41:00Z',
})

const { queryKey } = notificationsQuery('client', 17)
const listCachedNotifications = (): Notification[] =>
  queryClient.getQueryData(queryKey)?.pages.flatMap((page) => page.data) ?? []

const createPage = (ids: number[], total: number) => ({ data: ids.map(createNotification), total, from: 1 })

beforeEach(() => {
  queryClient.setQueryData(queryKey, {
    pages: [createPage([5, 4], 3), createPage([3], 3)],
    pageParams: [1, 2],
  })
})

test('a new notification comes first and is counted', () => {
  addNotification('client', 17, createNotification(6))
  expect(listCachedNotifications().map(({ id }) => id)).toEqual([6, 5, 4, 3])
  expect(queryClient.getQueryData(queryKey)?.pages.map(({ total }) => total)).toEqual([4, 4])
})

test('if one arrives while the list is scrolled, each is shown once and none is skipped', () => {
  const newerIds = [20, 19, 18, 17, 16, 15, 14, 13, 12, 11]
  const olderIds = [10, 9, 8, 7, 6, 5, 4, 3, 2]
  queryClient.setQueryData(queryKey, { pages: [createPage(newerIds, 20)], pageParams: [1] })
  addNotification('client', 17, createNotification(21))
  const pages = queryClient.getQueryData(queryKey)?.pages ?? []
  // Because of the new notification, 11 has moved from the first page to the second.
  const secondPage = createPage([11, ...olderIds], 21)
  expect(flattenPages([...pages, secondPage]).map(({ id }) => id)).toEqual([21, ...newerIds, ...olderIds])
  const { getNextPageParam } = notificationsQuery('client', 17)
  expect(getNextPageParam(secondPage, [...pages, secondPage], 2, [1, 2])).toBe(3)
  const thirdPage = createPage([1], 21)
  expect(getNextPageParam(thirdPage, [...pages, secondPage, thirdPage], 3, [1, 2, 3])).toBeUndefined()
})

test('a known notification is not added twice', () => {
  addNotification('client', 17, createNotification(3))
  expect(listCachedNotifications().map(({ id }) => id)).toEqual([5, 4, 3])
})

test('a repeated notification with newer words comes first, once and unread', () => {
  const repeatedNotification = {
    ...createNotification(3),
    message: 'Again',
    created_at: '2026-03-12T02:00:00Z',
  }
  addNotification('client', 17, repeatedNotification)
  expect(listCachedNotifications().map(({ id, message }) => `${id} ${message}`)).toEqual([
    '3 Again',
    '5 GP-2026-000123',
    '4 GP-2026-000123',
  ])
  expect(queryClient.getQueryData(queryKey)?.pages.map(({ total }) => total)).toEqual([3, 3])
})

test('a late notification is placed by its time', () => {
  addNotification('client', 17, { ...createNotification(7), created_at: '2026-03-12T03:00:00Z' })
  addNotification('client', 17, { ...createNotification(6), created_at: '2026-03-12T02:00:00Z' })
  expect(listCachedNotifications().map(({ id }) => id)).toEqual([7, 6, 5, 4, 3])
})

test('an event before the list is loaded adds nothing', () => {
  addNotification('client', 99, createNotification(6))
  expect(queryClient.getQueryData(notificationsQuery('client', 99).queryKey)).toBeUndefined()
})

test('seen notifications lose their dots, the others keep them', () => {
  markCachedAsRead('client', 17, new Set([5, 3]))
  const unreadNotifications = listCachedNotifications().filter(isUnread)
  expect(unreadNotifications.map(({ id }) => id)).toEqual([4])
})

test('residents and administrators have separate read states', () => {
  const { isRead: _, ...ofAdmin } = { ...createNotification(1), isRead: 0, tenant: null }
  expect(isUnread({ ...ofAdmin, isReadAdmin: 0 })).toBe(true)
  expect(isUnread({ ...ofAdmin, isReadAdmin: 1 })).toBe(false)
  expect(isUnread({ ...createNotification(1), isRead: 1 })).toBe(false)
})
