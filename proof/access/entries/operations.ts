import { expect } from 'vitest'
import { tryBackupLock } from '@tahanan/server/platform/backup/acquire-backup-lock.ts'
import { startBackup } from '@tahanan/server/platform/backup/start-backup.ts'
import { makeTenant, TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import type { Entries, Who } from '../entry.ts'
import type { TestAccounts } from '../test-accounts.ts'

const ONLY: Who = { superAdministrators: true }

/** Backup that all tests share, because making one takes seconds. */
let madeBackup: Promise<number> | undefined
const makeBackup = ({ portal }: TestAccounts) =>
  (madeBackup ??= startBackup(portal.services, 'person', 'Test').then(async ({ id, done }) => {
    expect(await done).toBe(true)
    return id
  }))

/**
 * Waits until no backup is running and its lock is free. Both are checked, because a backup's process
 * releases the lock last.
 */
async function waitForBackups({ portal }: TestAccounts): Promise<void> {
  const isIdle = () =>
    portal.db.transaction().execute(async (tx) => {
      const running = tx.selectFrom('backups').select('id').where('state', '=', 'running')
      // Checks for running backups before it takes the lock: if it held the lock first, a backup that starts
      // now would fail.
      return !(await running.executeTakeFirst()) && tryBackupLock(tx)
    })
  await expect.poll(isIdle, { timeout: 60_000, interval: 50 }).toBe(true)
}

/**
 * Entries for calls of super-administrators only (rules 11.23, 11.24, 12.1, 12.10, 12.18): audit log,
 * diagnostics, backups, reset.
 */
export const operationEntries: Entries = {
  'GET /api/audit-log': ONLY,
  'POST /api/audit-log/export-link': {
    ...ONLY,
    answers: 200,
    changes: false,
    // Requests a link before the test, because the first link creates the secret that signs all links, and
    // that would count as a change.
    prepare: async ({ superAdmin }) => {
      await superAdmin.post('/audit-log/export-link', {})
      return { body: {} }
    },
  },
  // An export writes to the database, because the audit log records its own export.
  'GET /api/audit-log/export': { ...ONLY, changes: true },
  'GET /api/diagnostics': ONLY,
  'GET /api/retention-periods': { ...ONLY, residents: 'all' },
  'GET /api/erasure-tenants': ONLY,
  'GET /api/erasure-preview/{id}': { ...ONLY, prepare: ({ owner }) => ({ path: { id: owner.id } }) },
  'GET /api/erasures': ONLY,
  'GET /api/erasure-requests': ONLY,
  'POST /api/erasures': {
    ...ONLY,
    answers: 202,
    prepare: async ({ portal }) => ({ body: { tenantId: (await makeTenant(portal.db)).id } }),
  },
  'PUT /api/erasure-hold/{id}': {
    ...ONLY,
    prepare: ({ owner }) => ({ path: { id: owner.id }, body: { reason: 'A dispute' } }),
  },
  'POST /api/reduce-audit-log': { ...ONLY, answers: 202, changes: false },
  'PUT /api/retention-periods': { ...ONLY, answers: 200, prepare: () => ({ body: { gateLog: 91 } }) },
  'POST /api/test-mail': { ...ONLY, answers: 200 },
  'GET /api/backups': ONLY,
  'POST /api/backups': { ...ONLY, answers: 202, waitAfter: waitForBackups },
  'POST /api/backups/{id}/download-link': {
    ...ONLY,
    answers: 200,
    changes: false,
    prepare: async (accounts) => ({ path: { id: await makeBackup(accounts) } }),
  },
  'GET /api/backups/{id}/download': {
    ...ONLY,
    changes: true,
    prepare: async (accounts) => ({ path: { id: await makeBackup(accounts) } }),
  },
  'GET /api/reset-data/preview': { ...ONLY, prepare: () => ({ query: { tables: 'advertisements' } }) },
  'DELETE /api/reset-data': {
    ...ONLY,
    prepare: async ({ office }) => {
      await office.post('/advertisement', { title: 'To be reset', url: 'https://shop.example/' })
      return { query: { tables: 'advertisements' }, body: { password: TEST_PASSWORD } }
    },
    waitAfter: waitForBackups,
  },
}
