import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Db } from '#platform/db/client.ts'
import { createRoles, type PageName } from '@tahanan/contract/permissions.ts'

export const TEST_PASSWORD = 'correct-horse-1'
// Hashing passwords has the minimum cost of argon2 in tests. Tests verify passwords thousands of times, and
// each check costs as much as a hash.
const HASH_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const
let passwordHash: Promise<string> | undefined
const hashTestPassword = () => (passwordHash ??= hash(TEST_PASSWORD, HASH_COST))

let lastNumber = 0
const createNumber = () => ++lastNumber

export interface TenantOverrides {
  clientCode?: string
  uoccname?: string
  unitNumber?: string
  /** Balance of the latest statement, in pesos. */
  soaAmount?: number
  email?: string
  status?: number
  passwordHash?: string | null
}

export type TestTenant = Awaited<ReturnType<typeof createTestTenant>>

export async function createTestTenant(db: Db, overrides: TenantOverrides = {}) {
  const n = createNumber()
  return db
    .insertInto('tenants')
    .values({
      client_code: overrides.clientCode ?? `T-${n}-${randomUUID().slice(0, 4)}`,
      uoccname: overrides.uoccname ?? `Tenant ${n}`,
      unit_number: overrides.unitNumber ?? `Unit ${n}`,
      soa_amount: overrides.soaAmount ?? 0,
      email: overrides.email ?? `tenant-${n}@example.test`,
      status: overrides.status ?? 1,
      password_hash: overrides.passwordHash === undefined ? await hashTestPassword() : overrides.passwordHash,
    })
    .returning(['id', 'client_code as clientCode', 'uoccname', 'unit_number as unitNumber'])
    .returning(['soa_amount as soaAmount', 'email'])
    .executeTakeFirstOrThrow()
}

export async function setLeftToPay(db: Db, tenantId: number, amount: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('tenants').set({ soa_amount: amount }).where('id', '=', tenantId).execute()
    const date = new Date().toISOString().slice(0, 10)
    await tx.insertInto('ledger_entries').values({ tenant_id: tenantId, kind: 'statement', date }).execute()
  })
}

export type Grants = 'all' | Partial<Record<PageName, readonly string[]>>

export interface AdminOverrides {
  name?: string
  email?: string
  roles?: Grants
  status?: number
}

export type TestAdmin = Awaited<ReturnType<typeof createTestAdmin>>

export async function createTestAdmin(db: Db, overrides: AdminOverrides = {}) {
  const n = createNumber()
  const roles = createRoles(overrides.roles ?? 'all')
  const row = await db
    .insertInto('admins')
    .values({
      name: overrides.name ?? `Administrator ${n}`,
      first_name: 'Admin',
      last_name: String(n),
      email: overrides.email ?? `admin-${n}-${randomUUID().slice(0, 4)}@example.test`,
      password_hash: await hashTestPassword(),
      roles: JSON.stringify(roles),
      status: overrides.status ?? 1,
    })
    .returning(['id', 'name', 'email'])
    .executeTakeFirstOrThrow()
  return { ...row, roles }
}

export async function setRoles(db: Db, adminId: number, roles: Grants): Promise<void> {
  await db
    .updateTable('admins')
    .set({ roles: JSON.stringify(createRoles(roles)) })
    .where('id', '=', adminId)
    .execute()
}

export type TestSuperAdmin = Awaited<ReturnType<typeof createTestSuperAdmin>>

export async function createTestSuperAdmin(db: Db, overrides: { name?: string; email?: string } = {}) {
  const n = createNumber()
  return db
    .insertInto('super_admins')
    .values({
      name: overrides.name ?? 'Super Admin',
      email: overrides.email ?? `super-${n}-${randomUUID().slice(0, 4)}@example.test`,
      password_hash: await hashTestPassword(),
    })
    .returning(['id', 'name', 'email'])
    .executeTakeFirstOrThrow()
}

export async function createTestAmenity(
  db: Db,
  overrides: { title?: string; description?: string; status?: number } = {},
) {
  return db
    .insertInto('amenities')
    .values({
      title: overrides.title ?? `Function Room ${createNumber()}`,
      description: overrides.description ?? 'For up to forty people',
      status: overrides.status ?? 1,
    })
    .returning(['id', 'title'])
    .executeTakeFirstOrThrow()
}
