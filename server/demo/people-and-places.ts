import type { TenantColumn } from '@tahanan/contract/billing/statement-import.ts'
import { SERVICE_TYPES } from '@tahanan/contract/tickets/define-module.ts'
import type { DbOrTx, Tx } from '../platform/db/client.ts'
import { hashPassword } from '../platform/passwords.ts'
import { insertDefaultSettings } from '../features/settings/defaults.ts'
import { DEMO_AMENITIES } from './amenities.ts'
import { later } from './clock.ts'
import type { DemoClock } from './clock.ts'
import type { FileChest } from './file-chest.ts'
import type { MadeFile, PictureName } from './pictures/album.ts'
import type { DemoResident } from './residents.ts'
import { DEMO_ADMINISTRATORS, DEMO_SUPER_ADMIN, demoPassword } from './staff.ts'
import { DEMO_TERMS } from './terms.ts'

/** The administrators and the super-administrator. Answers the ids of the former, in their order. */
export async function insertStaff(tx: Tx, opened: Date): Promise<number[]> {
  const hashes = new Map<string, Promise<string>>()
  const hashed = (password: string): Promise<string> => {
    const hash = hashes.get(password) ?? hashPassword(password)
    hashes.set(password, hash)
    return hash
  }
  await tx
    .insertInto('super_admins')
    .values({
      ...DEMO_SUPER_ADMIN,
      password_hash: await hashed(demoPassword(DEMO_SUPER_ADMIN.email)),
      created_at: opened,
    })
    .execute()
  const rows = await tx
    .insertInto('admins')
    .values(
      await Promise.all(
        DEMO_ADMINISTRATORS.map(async ({ firstName, lastName, email, password, roles }) => ({
          name: `${firstName} ${lastName}`,
          first_name: firstName,
          last_name: lastName,
          email,
          password_hash: await hashed(password),
          roles: JSON.stringify(roles),
          created_at: opened,
          updated_at: opened,
        })),
      ),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The amenities, each with its picture. */
export async function insertAmenities(
  tx: Tx,
  from: {
    chest: FileChest
    picture: (name: PictureName) => Promise<MadeFile>
    opened: Date
    uploaderId: number
  },
): Promise<{ id: number; title: string }[]> {
  const pictures = await Promise.all(
    DEMO_AMENITIES.map(async ({ title, picture }) =>
      from.chest.add('amenities', `amenity_${title}`, await from.picture(picture), from.opened),
    ),
  )
  const rows = await tx
    .insertInto('amenities')
    .values(
      DEMO_AMENITIES.map(({ title, description }, index) => ({
        title,
        description,
        images: JSON.stringify([pictures[index]?.ref]),
        created_at: from.opened,
        updated_at: from.opened,
      })),
    )
    .returning(['id', 'title'])
    .execute()
  await tx
    .insertInto('files')
    .values(
      rows.flatMap(({ id }, index) => {
        const file = pictures[index]
        return file
          ? [
              file.row({
                uploader_area: 'admin',
                uploader_id: from.uploaderId,
                owner_kind: 'amenity',
                owner_id: id,
              }),
            ]
          : []
      }),
    )
    .execute()
  return rows
}

/** What the accounting system knows of a resident, in its own words. */
export type DemoAccount = Readonly<Record<TenantColumn, string>>

export function accountOf(resident: DemoResident, index: number): DemoAccount {
  return {
    uoccname: resident.uoccname,
    uoccpers: resident.uoccname,
    uocctel1: resident.phone,
    uocctel2: `028555${String(1000 + index)}`,
    ubtname: resident.uoccname,
    ubaddln1: `Unit ${resident.unit}, ${resident.tower}`,
    ubaddln2: '88 Sampaguita Street',
    ubaddln3: 'Barangay San Antonio, Pasig City',
    ubaddln4: 'Metro Manila 1605',
  }
}

/** The residents; their statements come with the imports. Answers their ids, in their order. */
export async function insertTenants(
  tx: Tx,
  residents: readonly DemoResident[],
  { clock, opened }: { clock: DemoClock; opened: Date },
): Promise<number[]> {
  const password = await hashPassword(demoPassword('A-101'))
  const rows = await tx
    .insertInto('tenants')
    .values(
      residents.map((resident, index) => ({
        client_code: resident.clientCode,
        password_hash: password,
        ...accountOf(resident, index),
        first_name: resident.firstName,
        middle_name: resident.middleName,
        last_name: resident.lastName,
        email: resident.email,
        phone_number: resident.phone,
        unit_number: resident.unit,
        address: `Unit ${resident.unit}, ${resident.tower}, 88 Sampaguita Street, Pasig City`,
        last_seen: later(clock.now, -(index + 1) * 37 * 60_000),
        created_at: opened,
        updated_at: opened,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Largest amount that the column holds: never blocked by a balance (rules 4.20). */
const NEVER_BLOCKED = 9_999_999_999.99
/** B-202 owes more than the first two and A-101 less than all, in pesos. */
const MINIMUMS: Record<string, number> = {
  reservation: 15_000,
  workPermit: 20_000,
  jobOrderRequest: 30_000,
  leasingAssistance: 50_000,
  commendation: 100_000,
}

/** Name of the demo community. */
export const COMMUNITY = 'Tahanan'

const SETTINGS = [
  { name: 'websiteName', value: COMMUNITY },
  { name: 'isUnderMaintenance', value: '0' },
  {
    name: 'maintenanceMessage',
    value:
      'The portal is being looked after and will be back within the hour. For urgent matters please call the lobby.',
  },
]
const SERVICES = SERVICE_TYPES.map((type) => ({
  type,
  status: 1,
  amount: MINIMUMS[type] ?? NEVER_BLOCKED,
}))
const TERMS = JSON.stringify(DEMO_TERMS)

/** Website settings, minimum amounts of the services and the terms. */
export async function insertSettings(tx: Tx): Promise<void> {
  await tx
    .insertInto('settings')
    .values(SETTINGS)
    .onConflict((on) => on.column('name').doUpdateSet((row) => ({ value: row.ref('excluded.value') })))
    .execute()
  await tx
    .insertInto('service_settings')
    .values(SERVICES)
    .onConflict((on) =>
      on
        .column('type')
        .doUpdateSet((row) => ({ amount: row.ref('excluded.amount'), status: row.ref('excluded.status') })),
    )
    .execute()
  await tx
    .insertInto('terms')
    .values({ title: 'Terms And Conditions', content: TERMS })
    .onConflict((on) => on.column('id').doUpdateSet((row) => ({ content: row.ref('excluded.content') })))
    .execute()
}

/** Gives settings, services and terms that are still the demo's the values of a first start. */
export async function resetDemoSettings(db: DbOrTx): Promise<void> {
  for (const { name, value } of SETTINGS)
    await db.deleteFrom('settings').where('name', '=', name).where('value', '=', value).execute()
  for (const { type, status, amount } of SERVICES)
    await db
      .deleteFrom('service_settings')
      .where('type', '=', type)
      .where('status', '=', status)
      .where('amount', '=', amount)
      .execute()
  await db.deleteFrom('terms').where('content', '=', TERMS).execute()
  await insertDefaultSettings(db)
}
