import type { Tx } from '#platform/db/client.ts'
import { hashPassword } from '#platform/passwords.ts'
import type { TenantColumn } from '@tahanan/contract/billing/statement-import.ts'
import { makeRoles, type PageName } from '@tahanan/contract/permissions.ts'
import { demoPassword } from './logins.ts'
import { later, MINUTE } from './moments.ts'
import { readCommunity } from './read-community.ts'

export interface DemoResident {
  /** Also the client code; its letter is the tower's. */
  readonly unit: string
  readonly name: string
  readonly firstName: string
  readonly middleName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  /** Amounts of the monthly statements, oldest first, in pesos. */
  readonly owed: readonly number[]
}

export interface DemoAdministrator {
  readonly name: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly grants: 'all' | Partial<Record<PageName, readonly string[]>>
}

/** Somebody of the demo with the id that the database has of them. */
export type Known<Person> = Person & { readonly id: number }

export const {
  superAdministrator: DEMO_SUPER_ADMIN,
  administrators: DEMO_ADMINISTRATORS,
  residents: DEMO_RESIDENTS,
} = readCommunity<{
  superAdministrator: { name: string; email: string }
  administrators: readonly DemoAdministrator[]
  residents: readonly DemoResident[]
}>('people')

const known = <Person>(all: readonly Person[], ids: readonly { id: number }[]): Known<Person>[] =>
  all.map((person, nth) => ({ ...person, id: ids[nth]?.id ?? 0 }))

/** Returns somebody by their unit, or by what their e-mail address begins with. Throws where there is nobody. */
export function find<Person extends { unit: string } | { email: string }>(
  among: readonly Person[],
  who: string,
): Person {
  const found = among.find((person) =>
    'unit' in person ? person.unit === who : person.email.split('@')[0] === who,
  )
  if (!found) throw new RangeError(`The demo has nobody called ${who}.`)
  return found
}

/** Writes the super-administrator and the administrators. Returns the latter. */
export async function insertStaff(tx: Tx, opened: Date): Promise<Known<DemoAdministrator>[]> {
  const { email } = DEMO_SUPER_ADMIN
  await tx
    .insertInto('super_admins')
    .values({
      ...DEMO_SUPER_ADMIN,
      password_hash: await hashPassword(demoPassword(email)),
      created_at: opened,
    })
    .execute()
  const rows = await Promise.all(
    DEMO_ADMINISTRATORS.map(async (person) => ({
      name: person.name,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      password_hash: await hashPassword(demoPassword(person.email)),
      roles: JSON.stringify(makeRoles(person.grants)),
      created_at: opened,
      updated_at: opened,
    })),
  )
  const ids = await tx.insertInto('admins').values(rows).returning('id').execute()
  return known(DEMO_ADMINISTRATORS, ids)
}

/** Returns what the accounting system knows of a resident, in its own words. */
export function accountOf(resident: DemoResident): Readonly<Record<TenantColumn, string>> {
  const { name } = resident
  return {
    uoccname: name,
    uoccpers: name,
    uocctel1: resident.phone,
    uocctel2: `028555${resident.phone.slice(-4)}`,
    ubtname: name,
    ubaddln1: `Unit ${resident.unit}, ${towerOf(resident)}`,
    ubaddln2: '88 Sampaguita Street',
    ubaddln3: 'Barangay San Antonio, Pasig City',
    ubaddln4: 'Metro Manila 1605',
  }
}

export const towerOf = ({ unit }: Pick<DemoResident, 'unit'>): string => `Tower ${unit.slice(0, 1)}`

/** Writes the residents; their statements come with the imports. */
export async function insertResidents(tx: Tx, now: Date, opened: Date): Promise<Known<DemoResident>[]> {
  const passwordHash = await hashPassword(demoPassword('A-101'))
  const rows = DEMO_RESIDENTS.map((resident, nth) => ({
    client_code: resident.unit,
    password_hash: passwordHash,
    ...accountOf(resident),
    first_name: resident.firstName,
    middle_name: resident.middleName,
    last_name: resident.lastName,
    email: resident.email,
    phone_number: resident.phone,
    unit_number: resident.unit,
    address: `Unit ${resident.unit}, ${towerOf(resident)}, 88 Sampaguita Street, Pasig City`,
    last_seen: later(now, -(nth + 1) * 37 * MINUTE),
    created_at: opened,
    updated_at: opened,
  }))
  const ids = await tx.insertInto('tenants').values(rows).returning('id').execute()
  return known(DEMO_RESIDENTS, ids)
}
