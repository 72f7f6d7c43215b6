import type { Static } from 'typebox'
import { can, type Actor } from '#platform/actor.ts'
import type { Delivery } from '@tahanan/contract/deliveries/answers.ts'
import { PURPOSE_LABELS } from '@tahanan/contract/deliveries/states.ts'
import { KIND_LABELS, type NewsKind } from '@tahanan/contract/notifications/kinds.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { PURPOSE_KIND, type DeliveryRow } from './repository.ts'

/**
 * Presents a delivery. If the reader may not view the page of the notification, the title is only its kind.
 */
export function presentDelivery(actor: Actor, row: DeliveryRow): Static<typeof Delivery> {
  const { id, channel, state, purpose, reason, tries, due_at, at } = row
  const kind = row.kind ?? PURPOSE_KIND
  const title = purpose ? PURPOSE_LABELS[purpose] : getTitle(actor, row, kind)
  const reader = { area: row.area, id: row.reader_id, name: getReaderName(row), clientCode: row.client_code }
  return { id, channel, state, kind, title, purpose, reader, reason, tries, due_at, at }
}

const getTitle = (actor: Actor, row: DeliveryRow, kind: NewsKind): string =>
  can(actor, getPage(row, kind), 'view') ? (row.title ?? '') : KIND_LABELS[kind]

export const getReaderName = ({ area, uoccname, name }: DeliveryRow): string =>
  area === 'super-admin' ? 'Super-administrator' : (uoccname ?? name ?? '')

// Page of a notification by its kind. For kinds that are missing here, the link of the notification
// determines the page.
const KIND_PAGES: Readonly<Partial<Record<NewsKind, PageName>>> = {
  payment: 'payments',
  statement: 'billings',
  post: 'announcements',
  memorandum: 'memorandums',
  reminder: 'billings',
  gate: 'gate',
}

function getPage({ page, link }: DeliveryRow, kind: NewsKind): PageName {
  const found = page ?? KIND_PAGES[kind]
  if (found) return found
  const path = link?.split('?', 1)[0]
  if (path === '/billings') return 'payments'
  if (path === '/your-data') return 'privacy'
  return MODULES.find(({ route }) => (route ?? '/services') === path)?.permission ?? 'tenants'
}
