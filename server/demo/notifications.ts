import type { Insertable } from 'kysely'
import type { Tx } from '../platform/db/client.ts'
import type { DB } from '../platform/db/generated.ts'
import { changedNotice, filedNotice } from '../features/tickets/notices.ts'
import { DAY, HOUR, later } from './clock.ts'
import type { DemoClock } from './clock.ts'
import type { NumberedTicket, People } from './ticket-rows.ts'

/** Older ones would be swept away soon. */
const KEPT_DAYS = 60
/** Administrators have seen everything but the last hours'; residents look less often. */
const ADMIN_UNREAD_HOURS = 30
const RESIDENT_UNREAD_HOURS = 60
/** A-101's bell shows this many, whenever they came. */
const UNREAD_OF_A101 = 3

type Row = Insertable<DB['notifications']> & { created_at: Date }

/**
 * Notifications of the last weeks about tickets (rules 10.1), and `others`, most of them read.
 */
export async function insertNotifications(
  tx: Tx,
  tickets: readonly NumberedTicket[],
  people: People,
  { now }: DemoClock,
  others: readonly Row[],
): Promise<void> {
  const since = later(now, -KEPT_DAYS * DAY)
  const rows = [...tickets.flatMap((ticket) => rowsOf(ticket, people)), ...others]
    .filter(({ created_at }) => created_at > since)
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
  const written = await tx
    .insertInto('notifications')
    .values(rows)
    .returning(['id', 'area', 'tenant_id', 'created_at'])
    .execute()

  const forA101 = people.tenants[people.residents.findIndex(({ clientCode }) => clientCode === 'A-101')]
  const newestOfA101 = new Set(
    written
      .filter(({ tenant_id }) => tenant_id === forA101)
      .slice(-UNREAD_OF_A101)
      .map(({ id }) => id),
  )
  const reads = written.flatMap(({ id, area, tenant_id, created_at }) => {
    const hours = area === 'admin' ? ADMIN_UNREAD_HOURS : RESIDENT_UNREAD_HOURS
    const unread = tenant_id === forA101 ? newestOfA101.has(id) : created_at > later(now, -hours * HOUR)
    if (unread) return []
    const readers = area === 'admin' ? people.administrators : tenant_id === null ? [] : [tenant_id]
    return readers.map((reader_id) => ({
      area,
      reader_id,
      notification_id: id,
      at: later(created_at, Math.min(2 * HOUR, now.getTime() - created_at.getTime())),
    }))
  })
  await tx.insertInto('notification_reads').values(reads).execute()
}

function rowsOf(ticket: NumberedTicket, { residents, tenants }: People): Row[] {
  const { id, number, module, createdAt, details, amenityTitle } = ticket
  const resident = residents[ticket.resident]
  const tenantId = tenants[ticket.resident] ?? null
  const named = { id, ticketNumber: number, details, amenity: amenityTitle }
  const rows: Row[] = []
  if (ticket.postedBy === null && resident) {
    rows.push({
      area: 'admin',
      page: module.permission,
      subject_tenant_id: tenantId,
      created_at: createdAt,
      ...filedNotice(module, named, resident),
    })
  }
  for (const event of ticket.events) {
    if (event.actor.area !== 'admin' || event.from === null || (event.from === event.to && !event.remark))
      continue
    const change = {
      ...(event.from !== event.to && { status: event.to }),
      ...(event.remark && { remarks: event.remark }),
    }
    rows.push({
      area: 'client',
      tenant_id: tenantId,
      created_at: event.at,
      ...changedNotice(module, named, change),
    })
  }
  return rows
}
