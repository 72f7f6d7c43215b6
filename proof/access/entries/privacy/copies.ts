import { writeFile } from 'node:fs/promises'
import { createCopyName, openCopyStore } from '@tahanan/server/features/privacy/copies/open-copy-store.ts'
import { createTestTenant } from '@tahanan/server/testing/accounts.ts'
import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import type { AccessCases } from '../../access-case.ts'
import { createUniqueText, type TestAccounts } from '../../test-accounts.ts'

async function createDataCopy({ portal: { db, services } }: TestAccounts, owner: LoggedInCaller) {
  const store = openCopyStore(services)
  const file = createCopyName(owner.id)
  await writeFile(store.beginFile(file), 'archive')
  await store.finishFile(file)
  const problem = createUniqueText('Missing file')
  const copyColumns = { state: 'ready', file, bytes: 7, files: 0, problem, made_at: new Date() } as const
  const { id } = await db
    .insertInto('data_copies')
    .values({ tenant_id: owner.id, asked_by_area: 'client', asked_by_id: owner.id, ...copyColumns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, problem }
}

export const copyCases: AccessCases = {
  'POST /api/data-copy': {
    residents: 'all',
    // Marks earlier copies as failed, because a tenant may have only one data copy in progress.
    prepare: async ({ portal: { db } }, me) => {
      await db.updateTable('data_copies').set({ state: 'failed' }).where('tenant_id', '=', me.id).execute()
      return { body: {} }
    },
  },
  'GET /api/data-copies': {
    residents: 'theirs',
    prepare: async (accounts) => ({ expectedText: (await createDataCopy(accounts, accounts.owner)).problem }),
  },
  'POST /api/tenant/{id}/data-copy': {
    superAdministrators: true,
    prepare: async ({ portal }) => ({ path: { id: (await createTestTenant(portal.db)).id }, body: {} }),
  },
  'GET /api/tenant/{id}/data-copies': {
    superAdministrators: true,
    prepare: async (accounts) => ({
      path: { id: accounts.owner.id },
      expectedText: (await createDataCopy(accounts, accounts.owner)).problem,
    }),
  },
  'POST /api/data-copy/{id}/link': {
    residents: 'owner',
    superAdministrators: true,
    expectedStatus: 200,
    changes: false,
    // Creates a link first: the first link also creates the secret that signs all links, which counts as a
    // change.
    prepare: async (accounts) => {
      const { id } = await createDataCopy(accounts, accounts.owner)
      await accounts.superAdmin.post(`/data-copy/${id}/link`)
      return { path: { id } }
    },
  },
  // Each download adds an entry to the audit log, so this GET call changes the database.
  'GET /api/data-copy/{id}/download': {
    residents: 'owner',
    superAdministrators: true,
    changes: true,
    prepare: async (accounts) => ({ path: { id: (await createDataCopy(accounts, accounts.owner)).id } }),
  },
}
