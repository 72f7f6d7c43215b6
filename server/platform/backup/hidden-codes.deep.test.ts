import { expect, test } from 'vitest'
import { createApprovedPass } from '#features/gate/testing.ts'
import { getConnectionString } from '#platform/db/connect.ts'
import { openTestPortal } from '#testing/portal.ts'
import { CODE_LENGTH, CODE_CHARACTERS } from '@tahanan/contract/gate/labels-and-codes.ts'
import { createTestBackup, createEmptyInstallation, restoreTestBackup, withPool } from './testing.ts'

const portal = await openTestPortal()

test('a backup holds no code of a pass; after a restore each pass has another one', async () => {
  const codesBefore = [(await createApprovedPass(portal)).code, (await createApprovedPass(portal)).code]
  const { pool, config } = portal.services
  const createdBackup = await createTestBackup({
    connectionString: getConnectionString(pool),
    dataDir: config.dataDir,
  })
  await using freshInstallation = await createEmptyInstallation()
  await restoreTestBackup(freshInstallation, createdBackup.path)
  const restoredCodes = await withPool(freshInstallation, async (restoredPool) => {
    const { rows } = await restoredPool.query<{ code: string }>('select code from gate_passes order by id')
    return rows.map(({ code }) => code)
  })
  expect(new Set([...codesBefore, ...restoredCodes]).size).toBe(4)
  for (const code of restoredCodes) expect(code).toMatch(new RegExp(`^[${CODE_CHARACTERS}]{${CODE_LENGTH}}$`))
})
