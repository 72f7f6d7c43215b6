import { createSession } from '@tahanan/server/features/sessions/sessions.ts'
import { openDatabase } from '@tahanan/server/platform/db/client.ts'
import { makeAdmin, makeTenant } from '@tahanan/server/testing/accounts.ts'

/** Accounts of a portal that runs, with their sessions. */
export interface People {
  readonly residents: readonly { id: number; token: string }[]
  readonly admin: { id: number; token: string }
}

/** Adds residents and an administrator with all permissions, straight in the database. */
export async function addPeople(connectionString: string, residents: number): Promise<People> {
  const { db, close } = openDatabase({ connectionString, poolSize: 2 })
  try {
    const admin = await makeAdmin(db)
    const added = []
    for (let n = 0; n < residents; n++) {
      const { id } = await makeTenant(db)
      added.push({ id, token: (await createSession(db, 'client', id)).token })
    }
    return {
      residents: added,
      admin: { id: admin.id, token: (await createSession(db, 'admin', admin.id)).token },
    }
  } finally {
    await close()
  }
}
