import { Type, type TSchema } from 'typebox'
import { createInvalidInputError, createNotFoundError } from '#platform/errors.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { Id, ListOf } from '@tahanan/contract/answers.ts'
import { type Area, NOTIFICATION_LIMITS } from '@tahanan/contract/limits.ts'
import {
  AdminNotification,
  ResidentNotification,
  UnreadCount,
} from '@tahanan/contract/notifications/answers.ts'
import { PageQuery } from '@tahanan/contract/requests.ts'
import { presentToAdmin, presentToResident, type NotificationRow } from './present.ts'
import { countNotifications, listNotifications, markNotificationsRead } from './repository.ts'

const ReaderParams = Type.Object({ readerId: Id })
const NotificationIds = Type.Object({
  ids: Type.String({ maxLength: 17 * NOTIFICATION_LIMITS.idsPerCall, description: 'Joined by commas.' }),
})

/** Registers the bell's calls for residents and for administrators (rules 10.3). */
export function notificationsRoutes(app: PortalApp, services: PlatformContext): void {
  registerBellRoutes(app, services, {
    area: 'client',
    row: ResidentNotification,
    present: presentToResident,
  })
  registerBellRoutes(app, services, {
    area: 'admin',
    row: AdminNotification,
    present: presentToAdmin,
  })
}

interface BellRouteOptions {
  area: Area
  row: TSchema
  present: (row: NotificationRow) => unknown
}

function registerBellRoutes(
  app: PortalApp,
  { db }: PlatformContext,
  { area, row, present }: BellRouteOptions,
): void {
  const config = { policy: { areas: [area] } }

  app.get(`/${area}-notif/:readerId`, {
    config,
    schema: {
      summary: 'Own notifications, newest first',
      params: ReaderParams,
      querystring: PageQuery,
      response: { 200: ListOf(row) },
    },
    handler: async ({ actor, params, query }) => {
      requireReader(actor, params.readerId)
      const page = toPage(query)
      const [rows, total] = await Promise.all([
        listNotifications(db, actor, page),
        countNotifications(db, actor),
      ])
      return listAnswer(page, { rows, total }, present)
    },
  })

  app.get(`/${area}-notif-count/:readerId`, {
    config,
    schema: {
      summary: 'How many of them are unread',
      params: ReaderParams,
      response: { 200: UnreadCount },
    },
    handler: async ({ actor, params }) => {
      requireReader(actor, params.readerId)
      return { count: await countNotifications(db, actor, { unread: true }) }
    },
  })

  app.put(`/${area}-notif-read-ids`, {
    config,
    schema: {
      summary: 'Mark as read; answers how many are unread then',
      body: NotificationIds,
      response: { 200: UnreadCount },
    },
    handler: async ({ actor, body }) => {
      await markNotificationsRead(db, actor, parseIds(body.ids))
      return { count: await countNotifications(db, actor, { unread: true }) }
    },
  })
}

/**
 * Throws 404 if `readerId` is another account than the caller's, because nobody may read notifications of
 * others (rules 10.4).
 */
function requireReader(actor: { id: number }, readerId: number): void {
  if (actor.id !== readerId) throw createNotFoundError()
}

function parseIds(text: string): number[] {
  const idTexts = text.trim() === '' ? [] : text.split(',').map((idText) => idText.trim())
  if (
    idTexts.length > NOTIFICATION_LIMITS.idsPerCall ||
    !idTexts.every((idText) => /^\d{1,15}$/.test(idText))
  )
    throw createInvalidInputError({
      ids: [`Please send up to ${NOTIFICATION_LIMITS.idsPerCall} ids, joined by commas.`],
    })
  return idTexts.map(Number)
}
