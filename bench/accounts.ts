import { createRoles } from '@tahanan/contract/permissions.ts'
import { createSession } from '@tahanan/server/features/sessions/sessions.ts'
import { openDatabase } from '@tahanan/server/platform/db/client.ts'

export interface OpenAccounts {
  readonly residents: readonly { id: number; token: string }[]
  readonly admins: readonly { id: number; token: string }[]
}

export async function openAccounts(
  url: string,
  { residents, admins }: { residents: number; admins: number },
): Promise<OpenAccounts> {
  const { db, close } = openDatabase({ connectionString: url, poolSize: 1 })
  try {
    await db.deleteFrom('sessions').execute()
    const officeAccounts = await db
      .selectFrom('admins')
      .select(['id'])
      .where('email', 'like', 'live-%')
      .limit(admins)
      .execute()
    for (let index = officeAccounts.length; index < admins; index++) {
      const adminRow = {
        name: `Live ${index}`,
        email: `live-${index}@demo.test`,
        password_hash: '',
        roles: JSON.stringify(createRoles('all')),
      }
      officeAccounts.push(
        await db.insertInto('admins').values(adminRow).returning('id').executeTakeFirstOrThrow(),
      )
    }
    // Selects the tenants with the smallest balances, because a large balance can close services for a
    // resident.
    const tenants = await db
      .selectFrom('tenants')
      .select('id')
      .orderBy('soa_amount')
      .orderBy('id')
      .limit(residents)
      .execute()
    // One transaction for all sessions, because thousands of commits would take longer than the measurement.
    return await db.transaction().execute(async (tx) => {
      const createSessions = async (area: 'client' | 'admin', accounts: readonly { id: number }[]) => {
        const accountsWithToken: { id: number; token: string }[] = []
        for (const { id } of accounts)
          accountsWithToken.push({ id, token: (await createSession(tx, area, id)).token })
        return accountsWithToken
      }
      return {
        residents: await createSessions('client', tenants),
        admins: await createSessions('admin', officeAccounts),
      }
    })
  } finally {
    await close()
  }
}
