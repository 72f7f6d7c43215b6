import { createSession } from '@tahanan/server/features/sessions/sessions.ts'
import { openDatabase } from '@tahanan/server/platform/db/client.ts'
import { createTestAdmin, createTestTenant } from '@tahanan/server/testing/accounts.ts'

export interface Accounts {
  readonly residents: readonly { id: number; token: string }[]
  readonly admin: { id: number; token: string }
}

export async function addAccounts(connectionString: string, residents: number): Promise<Accounts> {
  const { db, close } = openDatabase({ connectionString, poolSize: 2 })
  try {
    const admin = await createTestAdmin(db)
    const residentSessions = []
    for (let n = 0; n < residents; n++) {
      const { id } = await createTestTenant(db)
      residentSessions.push({ id, token: (await createSession(db, 'client', id)).token })
    }
    return {
      residents: residentSessions,
      admin: { id: admin.id, token: (await createSession(db, 'admin', admin.id)).token },
    }
  } finally {
    await close()
  }
}
