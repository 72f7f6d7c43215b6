import { expect, test } from 'vitest'
import { createApprovedPass } from '#features/gate/testing.ts'
import { getConnectionString } from '#platform/db/connect.ts'
import { openTestPortal } from '#testing/portal.ts'
import { CODE_LENGTH, CODE_LETTERS } from '@tahanan/contract/gate/words.ts'
import { backUp, createFreshPlace, restoreInto, withPool } from './testing.ts'

const portal = await openTestPortal()

test('a backup holds no code of a pass; after a restore each pass has another one', async () => {
  const before = [(await createApprovedPass(portal)).code, (await createApprovedPass(portal)).code]
  const { pool, config } = portal.services
  const made = await backUp({ connectionString: getConnectionString(pool), dataDir: config.dataDir })
  await using fresh = await createFreshPlace()
  await restoreInto(fresh, made.path)
  const after = await withPool(fresh, async (restored) => {
    const { rows } = await restored.query<{ code: string }>('select code from gate_passes order by id')
    return rows.map(({ code }) => code)
  })
  expect(new Set([...before, ...after]).size).toBe(4)
  for (const code of after) expect(code).toMatch(new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`))
})
