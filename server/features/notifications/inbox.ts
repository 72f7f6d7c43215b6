import { INBOX } from '@tahanan/contract/notifications.ts'
import { PAGE_NAMES } from '@tahanan/contract/permissions.ts'
import type { Actor } from '../../platform/actor.ts'
import { can } from '../../platform/actor.ts'
import { prepared } from '../../platform/db/client.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import type { NotificationRow } from './present.ts'

// A reader's inbox is a few ranges of the index, one per page that they may view (or the tenant's own and everybody's),
// merged newest first. It ends after INBOX.rows, so no count looks at more, however much there is.

interface Inbox {
  /** Part of the statements' names: one text, one name. */
  name: string
  /** Selects `id, created_at`, newest first, without an end. */
  text: string
  /** $1 is the reader's id, the rest is the text's own. */
  values: unknown[]
}

/** Null for an administrator who may view nothing. */
function inboxOf(reader: Actor): Inbox | null {
  if (reader.area === 'client') {
    const own = range('client', 'tenant_id = $1')
    return { name: 'client', text: merged([own, range('client', 'tenant_id is null')]), values: [reader.id] }
  }
  const pages = PAGE_NAMES.filter((page) => can(reader, page, 'view'))
  if (pages.length === 0) return null
  const ranges = pages.map((_, index) => range('admin', `page = $${index + 2}`))
  return { name: `admin-${pages.length}`, text: merged(ranges), values: [reader.id, ...pages] }
}

const NEWEST_FIRST = 'order by created_at desc, id desc'

// Each range has its own order and end, so that PostgreSQL merges index scans instead of sorting months of rows.
function range(area: 'client' | 'admin', condition: string): string {
  const account = area === 'client' ? 'tenants' : 'admins'
  return `(select id, created_at from notifications where area = '${area}' and ${condition}
    and created_at >= greatest(now() - interval '${INBOX.days} days', (select created_at from ${account} where id = $1))
    ${NEWEST_FIRST} limit ${INBOX.rows})`
}

const merged = (ranges: string[]): string =>
  `select id, created_at from (${ranges.join(' union all ')}) as ranges ${NEWEST_FIRST}`

/** Number of the next parameter of an inbox's text. */
const next = (inbox: Inbox): string => `$${inbox.values.length + 1}`

/** Rows of a reader's inbox, newest first, each with whether this reader has read it. */
export async function listNotifications(
  db: DbOrTx,
  reader: Actor,
  { limit, offset }: { limit: number; offset: number },
): Promise<NotificationRow[]> {
  const inbox = inboxOf(reader)
  const rows = Math.min(limit, INBOX.rows - offset)
  if (!inbox || rows <= 0) return []
  return prepared<NotificationRow>(
    db,
    `notifications-list-${inbox.name}`,
    `select n.id, n.area, n.title, n.message, n.link, n.created_at, t.client_code, t.uoccname, r.at is not null as is_read
     from (${inbox.text} limit ${next(inbox)} offset $${inbox.values.length + 2}) as inbox
     join notifications n on n.id = inbox.id
     left join notification_reads r on r.area = n.area and r.reader_id = $1 and r.notification_id = n.id
     left join tenants t on t.id = n.subject_tenant_id
     order by n.created_at desc, n.id desc`,
    [...inbox.values, rows, offset],
  )
}

/** Counts the rows of an inbox. */
export async function countNotifications(db: DbOrTx, reader: Actor): Promise<number> {
  const inbox = inboxOf(reader)
  if (!inbox) return 0
  const [row] = await prepared<{ count: number }>(
    db,
    `notifications-count-${inbox.name}`,
    `select count(*) from (${inbox.text} limit ${INBOX.rows}) as inbox`,
    inbox.values,
  )
  return row?.count ?? 0
}

/** Counts the unread rows of an inbox. */
export async function countUnread(db: DbOrTx, reader: Actor): Promise<number> {
  const inbox = inboxOf(reader)
  if (!inbox) return 0
  const [row] = await prepared<{ count: number }>(
    db,
    `notifications-unread-${inbox.name}`,
    `select count(*) from (${inbox.text} limit ${INBOX.rows}) as inbox
     where not exists (select from notification_reads r
       where r.area = '${reader.area}' and r.reader_id = $1 and r.notification_id = inbox.id)`,
    inbox.values,
  )
  return row?.count ?? 0
}

/** Marks those of `ids` as read that are in the reader's inbox; ids of others change nothing. */
export async function markRead(db: DbOrTx, reader: Actor, ids: readonly number[]): Promise<void> {
  const inbox = inboxOf(reader)
  if (!inbox || ids.length === 0) return
  // The key lock waits for a removal of old rows instead of colliding with it.
  await prepared(
    db,
    `notifications-read-${inbox.name}`,
    `insert into notification_reads (area, reader_id, notification_id)
     select n.area, $1, n.id from notifications n
     where n.id = any(${next(inbox)}::bigint[])
       and n.id in (select id from (${inbox.text} limit ${INBOX.rows}) as inbox)
     for key share of n
     on conflict do nothing`,
    [...inbox.values, [...new Set(ids)]],
  )
}
