import type { Tx } from '../../platform/db/client.ts'
import { DAY, HOUR, later } from '../clock.ts'
import type { ContentParts } from './content-parts.ts'

/** Older ones would be swept away soon. */
const KEPT_DAYS = 60

/** Notifications of the last weeks to all residents (rules 10.1); they have read them. */
export async function tellResidents(
  tx: Tx,
  { clock: { now }, tenants }: Pick<ContentParts, 'clock' | 'tenants'>,
  { at, ...notice }: { title: string; message: string; link: string; at: Date },
): Promise<void> {
  if (at < later(now, -KEPT_DAYS * DAY)) return
  const { id } = await tx
    .insertInto('notifications')
    .values({ area: 'client', ...notice, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const seenAt = later(at, Math.min(3 * HOUR, now.getTime() - at.getTime()))
  await tx
    .insertInto('notification_reads')
    .values(tenants.map((reader_id) => ({ area: 'client', reader_id, notification_id: id, at: seenAt })))
    .execute()
}
