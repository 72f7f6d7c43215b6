import { expect, test } from 'vitest'
import { getPieceEntryName } from './archive-format.ts'
import { HEADING, buildArchiveAndGetError } from './testing-hostile.ts'

test('a hundred thousand tables, and twenty thousand repeated entries, are refused', async () => {
  const tables = Array.from({ length: 100_000 }, (_, n) => ({ name: `t${n}`, columns: ['id'] }))
  const someTables = tables.slice(0, 20_000)
  const refusalMessage = buildArchiveAndGetError(
    (tar) => {
      for (const { name } of someTables) tar.entry({ name: getPieceEntryName(name, 1) }, '')
    },
    { ...HEADING, tables },
  )
  expect(await refusalMessage).toBe('It is damaged: its description cannot be read.')
  const repeatedEntryError = buildArchiveAndGetError((tar) => {
    for (const _ of someTables) tar.entry({ name: 'missing-files.txt' }, '')
  })
  expect(await repeatedEntryError).toBe('It is damaged: missing-files.txt is not in its place.')
})

test('a description of a million nested lists is refused', async () => {
  const deepJson = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`
  expect(await buildArchiveAndGetError(() => {}, deepJson)).toContain('no backup of this portal')
})
