import { sql } from 'kysely'
import type { Db, Tx } from '../db/client.ts'
import type { FileStore } from '../files/store.ts'
import { DAY, later } from './clock.ts'
import type { DemoClock } from './clock.ts'
import { insertContent } from './content/insert-content.ts'
import { openChest } from './file-chest.ts'
import { insertNotifications } from './notifications.ts'
import { insertAmenities, insertStaff, insertTenants, insertSettings } from './people-and-places.ts'
import { openAlbum } from './pictures/album.ts'
import { createRandom } from './random.ts'
import { demoResidents } from './residents.ts'
import { insertTickets } from './ticket-rows.ts'
import { DEMO_ADMINISTRATORS } from './staff.ts'
import { demoTickets } from './tickets.ts'

export interface DemoParts {
  readonly db: Db
  readonly files: Pick<FileStore, 'incoming' | 'put'>
  /** Of the community (`COMMUNITY_TIME_ZONE`). */
  readonly timeZone: string
  readonly visitorIdRetentionDays: number
  /** For tests; the present otherwise. */
  readonly now?: Date
}

/** Any number: chance falls the same way in every demo. */
const SEED = 20_260_314

/**
 * Fills an empty database with the demo community (decisions §8): residents, staff, amenities, 400 tickets of the last
 * 14 months with their histories, pictures and notifications, and what the office published, in one transaction. Where there is any account already, it
 * does nothing, so that it never runs twice and never touches a real community. Answers whether it did.
 */
export async function seedDemo(parts: DemoParts): Promise<boolean> {
  if (!(await isEmpty(parts.db))) return false
  const chest = openChest(parts.files)
  const picture = openAlbum()
  const random = createRandom(SEED)
  const clock: DemoClock = { now: parts.now ?? new Date(), timeZone: parts.timeZone }
  const residents = demoResidents(random)
  const opened = later(clock.now, -480 * DAY)

  return parts.db.transaction().execute(async (tx) => {
    // Of two processes that start at once, the second waits here and then finds the first one's accounts.
    await sql`select pg_advisory_xact_lock(hashtext('demo community'))`.execute(tx)
    if (!(await isEmpty(tx))) return false
    // Drawing and writing files to a slow disk is no reason to be cut off.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)

    const administrators = await insertStaff(tx, opened)
    const amenities = await insertAmenities(tx, {
      chest,
      picture,
      opened,
      uploaderId: administrators[0] ?? 0,
    })
    const tenants = await insertTenants(tx, residents, {
      chest,
      clock,
      opened,
      uploaderId: administrators[0] ?? 0,
    })
    await insertSettings(tx)
    const tickets = await demoTickets({
      clock,
      random,
      residents,
      staff: DEMO_ADMINISTRATORS,
      amenities,
      chest,
      picture,
      visitorIdRetentionDays: parts.visitorIdRetentionDays,
    })
    const people = { residents, tenants, staff: DEMO_ADMINISTRATORS, administrators }
    const numbered = await insertTickets(tx, tickets, people)
    await insertNotifications(tx, numbered, people, clock)
    const [manager] = DEMO_ADMINISTRATORS
    await insertContent(tx, {
      chest,
      picture,
      clock,
      random,
      tenants,
      adminId: administrators[0] ?? 0,
      adminName: manager ? `${manager.firstName} ${manager.lastName}` : '',
    })
    // Before the commit: a row whose file is not there would be worse than a file without a row.
    await chest.store()
    return true
  })
}

async function isEmpty(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`select not (
    exists (select from tenants) or exists (select from admins) or exists (select from super_admins)
  ) as empty`.execute(db)
  return rows[0]?.empty === true
}
