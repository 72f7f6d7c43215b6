import type { Static } from 'typebox'
import { hasPermission, type Actor } from '#platform/actor.ts'
import type { Delivery } from '@tahanan/contract/deliveries/answers.ts'
import { PURPOSE_LABELS } from '@tahanan/contract/deliveries/channels-and-states.ts'
import { NOTIFICATION_KIND_LABELS, type NotificationKind } from '@tahanan/contract/notifications/kinds.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { ACCOUNT_MAIL_KIND, type DeliveryRow } from './repository.ts'

/**
 * Presents a mail or push message for the list of deliveries. If the actor may not view the page of its
 * notification, the title is only the kind of notification.
 */
export function presentDelivery(actor: Actor, row: DeliveryRow): Static<typeof Delivery> {
  const { id, channel, state, purpose, reason, tries, due_at, at } = row
  const kind = row.kind ?? ACCOUNT_MAIL_KIND
  const title = purpose ? PURPOSE_LABELS[purpose] : getTitle(actor, row, kind)
  const reader = { area: row.area, id: row.reader_id, name: getReaderName(row), clientCode: row.client_code }
  return { id, channel, state, kind, title, purpose, reader, reason, tries, due_at, at }
}

const getTitle = (actor: Actor, row: DeliveryRow, kind: NotificationKind): string =>
  hasPermission(actor, getPage(row, kind), 'view') ? (row.title ?? '') : NOTIFICATION_KIND_LABELS[kind]

export const getReaderName = ({ area, uoccname, name }: DeliveryRow): string =>
  area === 'super-admin' ? 'Super-administrator' : (uoccname ?? name ?? '')

// Page of a notification by its kind. For kinds that are missing here, the link of the notification
// determines the page.
const KIND_PAGES: Readonly<Partial<Record<NotificationKind, PageName>>> = {
  payment: 'payments',
  statement: 'billings',
  post: 'announcements',
  memorandum: 'memorandums',
  reminder: 'billings',
  gate: 'gate',
}

function getPage({ page, link }: DeliveryRow, kind: NotificationKind): PageName {
  const knownPage = page ?? KIND_PAGES[kind]
  if (knownPage) return knownPage
  const path = link?.split('?', 1)[0]
  if (path === '/billings') return 'payments'
  if (path === '/your-data') return 'privacy'
  return MODULES.find(({ route }) => (route ?? '/services') === path)?.permission ?? 'tenants'
}
