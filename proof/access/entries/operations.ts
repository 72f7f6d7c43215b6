import { expect } from 'vitest'
import { startBackup } from '@tahanan/server/platform/backup/backups.ts'
import { TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import type { Entries, Who } from '../entry.ts'
import type { TestAccounts } from '../test-accounts.ts'

const ONLY: Who = { superAdministrators: true }

/** One backup for all calls of backups: making one takes seconds. */
let backup: Promise<number> | undefined
const aBackup = ({ portal }: TestAccounts) =>
  (backup ??= startBackup(portal.services, 'person', 'Test').then(async ({ id, done }) => {
    expect(await done).toBe(true)
    return id
  }))

/** Waits until no backup is being made any more. */
async function backupsDone({ portal }: TestAccounts): Promise<void> {
  const running = () =>
    portal.db.selectFrom('backups').select('id').where('state', '=', 'running').executeTakeFirst()
  await expect.poll(running, { timeout: 60_000, interval: 50 }).toBeUndefined()
}

/** Calls of the super-administrator alone: audit log, backups, reset (rules 12.1, 12.10, 12.18). */
export const operationEntries: Entries = {
  'GET /api/audit-log': ONLY,
  'POST /api/audit-log/export-link': {
    ...ONLY,
    answers: 200,
    changes: false,
    // The first link of all makes the secret that links are signed with.
    about: async ({ superAdmin }) => {
      await superAdmin.post('/audit-log/export-link', {})
      return { body: {} }
    },
  },
  // An export is written into the log.
  'GET /api/audit-log/export': { ...ONLY, changes: true },
  'GET /api/backups': ONLY,
  'POST /api/backups': { ...ONLY, answers: 202, afterwards: backupsDone },
  'POST /api/backups/{id}/download-link': {
    ...ONLY,
    answers: 200,
    changes: false,
    about: async (cast) => ({ path: { id: await aBackup(cast) } }),
  },
  'GET /api/backups/{id}/download': {
    ...ONLY,
    changes: true,
    about: async (cast) => ({ path: { id: await aBackup(cast) } }),
  },
  'GET /api/reset-data/preview': { ...ONLY, about: () => ({ query: { tables: 'advertisements' } }) },
  'DELETE /api/reset-data': {
    ...ONLY,
    about: async ({ office }) => {
      await office.post('/advertisement', { title: 'To be reset', url: 'https://shop.example/' })
      return { query: { tables: 'advertisements' }, body: { password: TEST_PASSWORD } }
    },
    afterwards: backupsDone,
  },
}
