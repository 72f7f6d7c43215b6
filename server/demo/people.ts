import type { Tx } from '#platform/db/client.ts'
import { hashPassword } from '#platform/hash-password.ts'
import type { TenantColumn } from '@tahanan/contract/billing/statement-import.ts'
import { createRoles, type PageName } from '@tahanan/contract/permissions.ts'
import { addMilliseconds, MINUTE } from './demo-clock.ts'
import { loadCommunityFile } from './load-community-file.ts'
import { getDemoPassword } from './logins.ts'

export interface DemoResident {
  /** Unit of the resident, such as 'A-101'. It is also the client code. Its first letter names the tower. */
  readonly unit: string
  readonly name: string
  readonly firstName: string
  readonly middleName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  /** Amounts of the statements in pesos, one per month, oldest first. */
  readonly statementAmounts: readonly number[]
}

export interface DemoAdministrator {
  readonly name: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly grants: 'all' | Partial<Record<PageName, readonly string[]>>
}

export type WithId<Person> = Person & { readonly id: number }

export const {
  superAdministrator: DEMO_SUPER_ADMIN,
  administrators: DEMO_ADMINISTRATORS,
  residents: DEMO_RESIDENTS,
} = loadCommunityFile<{
  superAdministrator: { name: string; email: string }
  administrators: readonly DemoAdministrator[]
  residents: readonly DemoResident[]
}>('people')

const addIds = <Person>(people: readonly Person[], ids: readonly { id: number }[]): WithId<Person>[] =>
  people.map((person, index) => ({ ...person, id: ids[index]?.id ?? 0 }))

/**
 * Finds a person by `identifier`: the unit of a resident, or the part of an administrator's e-mail address before
 * the @. Throws RangeError if none exists.
 */
export function findPerson<Person extends { unit: string } | { email: string }>(
  people: readonly Person[],
  identifier: string,
): Person {
  const matchingPerson = people.find((person) =>
    'unit' in person ? person.unit === identifier : person.email.split('@')[0] === identifier,
  )
  if (!matchingPerson) throw new RangeError(`The demo has nobody called ${identifier}.`)
  return matchingPerson
}

export async function insertStaff(tx: Tx, openedAt: Date): Promise<WithId<DemoAdministrator>[]> {
  const { email } = DEMO_SUPER_ADMIN
  await tx
    .insertInto('super_admins')
    .values({
      ...DEMO_SUPER_ADMIN,
      password_hash: await hashPassword(getDemoPassword(email)),
      created_at: openedAt,
    })
    .execute()
  const administratorRows = await Promise.all(
    DEMO_ADMINISTRATORS.map(async (person) => ({
      name: person.name,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      password_hash: await hashPassword(getDemoPassword(person.email)),
      roles: JSON.stringify(createRoles(person.grants)),
      created_at: openedAt,
      updated_at: openedAt,
    })),
  )
  const ids = await tx.insertInto('admins').values(administratorRows).returning('id').execute()
  return addIds(DEMO_ADMINISTRATORS, ids)
}

export function toAccount(resident: DemoResident): Readonly<Record<TenantColumn, string>> {
  const { name } = resident
  return {
    uoccname: name,
    uoccpers: name,
    uocctel1: resident.phone,
    uocctel2: `028555${resident.phone.slice(-4)}`,
    ubtname: name,
    ubaddln1: `Unit ${resident.unit}, ${getTower(resident)}`,
    ubaddln2: '88 Sampaguita Street',
    ubaddln3: 'Barangay San Antonio, Pasig City',
    ubaddln4: 'Metro Manila 1605',
  }
}

export const getTower = ({ unit }: Pick<DemoResident, 'unit'>): string => `Tower ${unit.slice(0, 1)}`

export async function insertResidents(tx: Tx, now: Date, openedAt: Date): Promise<WithId<DemoResident>[]> {
  const passwordHash = await hashPassword(getDemoPassword('A-101'))
  const rows = DEMO_RESIDENTS.map((resident, index) => ({
    client_code: resident.unit,
    password_hash: passwordHash,
    ...toAccount(resident),
    first_name: resident.firstName,
    middle_name: resident.middleName,
    last_name: resident.lastName,
    email: resident.email,
    phone_number: resident.phone,
    unit_number: resident.unit,
    address: `Unit ${resident.unit}, ${getTower(resident)}, 88 Sampaguita Street, Pasig City`,
    last_seen: addMilliseconds(now, -(index + 1) * 37 * MINUTE),
    created_at: openedAt,
    updated_at: openedAt,
  }))
  const ids = await tx.insertInto('tenants').values(rows).returning('id').execute()
  return addIds(DEMO_RESIDENTS, ids)
}
