import { expect } from 'vitest'
import { tryBackupLock } from '@tahanan/server/platform/backup/acquire-backup-lock.ts'
import { startBackup } from '@tahanan/server/platform/backup/start-backup.ts'
import { createTestTenant, TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import type { AccessCases, AllowedCallers } from '../access-case.ts'
import type { TestAccounts } from '../test-accounts.ts'

const ONLY_SUPER_ADMINISTRATORS: AllowedCallers = { superAdministrators: true }

/** Id of a backup that all tests share, because making a backup takes seconds. */
let sharedBackup: Promise<number> | undefined
const getSharedBackup = ({ portal }: TestAccounts) =>
  (sharedBackup ??= startBackup(portal.services, 'person', 'Test').then(async ({ id, done }) => {
    expect(await done).toBe(true)
    return id
  }))

/**
 * Waits until no backup runs. Also checks the lock, because a backup releases it only after it is stored as
 * finished.
 */
async function waitForBackups({ portal }: TestAccounts): Promise<void> {
  const isBackupIdle = () =>
    portal.db.transaction().execute(async (tx) => {
      const runningBackups = tx.selectFrom('backups').select('id').where('state', '=', 'running')
      // Looks for running backups before it takes the lock. A backup that starts while this test holds it
      // would fail.
      return !(await runningBackups.executeTakeFirst()) && tryBackupLock(tx)
    })
  await expect.poll(isBackupIdle, { timeout: 60_000, interval: 50 }).toBe(true)
}

/**
 * Expected access to audit log, diagnostics, backups and reset: super-administrators only (rules 11.23,
 * 11.24, 12.1, 12.10, 12.18).
 */
export const operationCases: AccessCases = {
  'GET /api/audit-log': ONLY_SUPER_ADMINISTRATORS,
  'POST /api/audit-log/export-link': {
    ...ONLY_SUPER_ADMINISTRATORS,
    expectedStatus: 200,
    changes: false,
    // Creates a link first: the first link also creates the secret that signs all links, which counts as a
    // change.
    prepare: async ({ superAdmin }) => {
      await superAdmin.post('/audit-log/export-link', {})
      return { body: {} }
    },
  },
  // An export of the audit log adds an entry to the audit log, so this GET call changes the database.
  'GET /api/audit-log/export': { ...ONLY_SUPER_ADMINISTRATORS, changes: true },
  'GET /api/diagnostics': ONLY_SUPER_ADMINISTRATORS,
  'GET /api/retention-periods': { ...ONLY_SUPER_ADMINISTRATORS, residents: 'all' },
  'GET /api/erasure-tenants': ONLY_SUPER_ADMINISTRATORS,
  'GET /api/erasure-preview/{id}': {
    ...ONLY_SUPER_ADMINISTRATORS,
    prepare: ({ owner }) => ({ path: { id: owner.id } }),
  },
  'GET /api/erasures': ONLY_SUPER_ADMINISTRATORS,
  'GET /api/erasure-requests': ONLY_SUPER_ADMINISTRATORS,
  'POST /api/erasures': {
    ...ONLY_SUPER_ADMINISTRATORS,
    expectedStatus: 202,
    prepare: async ({ portal }) => ({ body: { tenantId: (await createTestTenant(portal.db)).id } }),
  },
  'PUT /api/erasure-hold/{id}': {
    ...ONLY_SUPER_ADMINISTRATORS,
    prepare: ({ owner }) => ({ path: { id: owner.id }, body: { reason: 'A dispute' } }),
  },
  'POST /api/reduce-audit-log': { ...ONLY_SUPER_ADMINISTRATORS, expectedStatus: 202, changes: false },
  'PUT /api/retention-periods': {
    ...ONLY_SUPER_ADMINISTRATORS,
    expectedStatus: 200,
    prepare: () => ({ body: { gateLog: 91 } }),
  },
  'POST /api/test-mail': { ...ONLY_SUPER_ADMINISTRATORS, expectedStatus: 200 },
  'GET /api/backups': ONLY_SUPER_ADMINISTRATORS,
  'POST /api/backups': {
    ...ONLY_SUPER_ADMINISTRATORS,
    expectedStatus: 202,
    waitForCompletion: waitForBackups,
  },
  'POST /api/backups/{id}/download-link': {
    ...ONLY_SUPER_ADMINISTRATORS,
    expectedStatus: 200,
    changes: false,
    prepare: async (accounts) => ({ path: { id: await getSharedBackup(accounts) } }),
  },
  'GET /api/backups/{id}/download': {
    ...ONLY_SUPER_ADMINISTRATORS,
    changes: true,
    prepare: async (accounts) => ({ path: { id: await getSharedBackup(accounts) } }),
  },
  'GET /api/reset-data/preview': {
    ...ONLY_SUPER_ADMINISTRATORS,
    prepare: () => ({ query: { tables: 'advertisements' } }),
  },
  'DELETE /api/reset-data': {
    ...ONLY_SUPER_ADMINISTRATORS,
    prepare: async ({ office }) => {
      await office.post('/advertisement', { title: 'To be reset', url: 'https://shop.example/' })
      return { query: { tables: 'advertisements' }, body: { password: TEST_PASSWORD } }
    },
    waitForCompletion: waitForBackups,
  },
}
