import type { Tx } from '../platform/db/client.ts'
import { insertBilling } from './billing/insert-billing.ts'
import { DEMO_AGE, later } from './clock.ts'
import type { DemoClock } from './clock.ts'
import { insertContent } from './content/insert-content.ts'
import { openChest } from './file-chest.ts'
import { insertNotifications } from './notifications.ts'
import {
  accountOf,
  COMMUNITY,
  insertAmenities,
  insertSettings,
  insertStaff,
  insertTenants,
} from './people-and-places.ts'
import { openAlbum } from './pictures/album.ts'
import { createRandom } from './random.ts'
import { demoResidents } from './residents.ts'
import type { DemoParts } from './seed-demo.ts'
import { DEMO_ADMINISTRATORS } from './staff.ts'
import { insertTickets } from './ticket-rows.ts'
import { demoTickets } from './tickets.ts'

/** Any number: chance falls the same way in every demo. */
const SEED = 20_260_314

/** Writes the demo community into an empty database and its files into the store. */
export async function makeCommunity(tx: Tx, parts: DemoParts): Promise<void> {
  const { timeZone, visitorIdRetentionDays, now = new Date() } = parts
  const clock: DemoClock = { now, timeZone }
  const opened = later(now, -DEMO_AGE)
  const chest = openChest(parts.files)
  const picture = openAlbum()
  const random = createRandom(SEED)
  const residents = demoResidents(random)
  const staff = DEMO_ADMINISTRATORS

  const administrators = await insertStaff(tx, opened)
  const uploaderId = administrators[0] ?? 0
  const amenities = await insertAmenities(tx, { chest, picture, opened, uploaderId })
  const tenants = await insertTenants(tx, residents, { clock, opened })
  await insertSettings(tx)
  const tickets = await demoTickets({
    clock,
    random,
    residents,
    staff,
    amenities,
    chest,
    picture,
    visitorIdRetentionDays,
  })
  const people = { residents, tenants, staff, administrators }
  const numbered = await insertTickets(tx, tickets, people)
  const accounts = residents.map(accountOf)
  const billing = { people, accounts, tickets: numbered, chest, picture, clock, community: COMMUNITY }
  await insertNotifications(tx, numbered, people, clock, await insertBilling(tx, billing))
  const [manager] = staff
  await insertContent(tx, {
    chest,
    picture,
    clock,
    random,
    tenants,
    adminId: uploaderId,
    adminName: manager ? `${manager.firstName} ${manager.lastName}` : '',
  })
  // Before the commit: a row whose file is not there would be worse than a file without a row.
  await chest.store()
}
