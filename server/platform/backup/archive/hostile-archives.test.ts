import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { Pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { PIECE_BYTES, getPieceEntryName } from './archive-format.ts'
import { UnusableArchiveError, unpackPiece } from './open-archive.ts'
import { HEADING, buildArchiveAndGetError } from './testing-hostile.ts'

test('one giant piece is refused before it is read into memory', async () => {
  const giantPiece = Buffer.alloc(2 * PIECE_BYTES + 1)
  expect(
    await buildArchiveAndGetError(
      (tar) => void tar.entry({ name: getPieceEntryName('tenants', 1) }, giantPiece),
    ),
  ).toBe('It is damaged: tables/tenants/000001.copy.zst is too large.')
})

test('a piece that unpacks to more than the limit is refused', async () => {
  const zstdBomb = await promisify(zstdCompress)(Buffer.alloc(3 * PIECE_BYTES))
  expect(zstdBomb.length).toBeLessThan(10_000)
  const refusalMessage = 'The backup is damaged: a piece of tenants cannot be unpacked.'
  await expect(unpackPiece('tenants', zstdBomb)).rejects.toThrow(refusalMessage)
  await expect(unpackPiece('tenants', Buffer.from('nonsense'))).rejects.toThrow(UnusableArchiveError)
})

test('an entry with a giant name is refused, and the message does not repeat it', async () => {
  expect(await buildArchiveAndGetError((tar) => void tar.entry({ name: 'x'.repeat(1_000_000) }, ''))).toBe(
    'It is damaged: an entry has a name of 1000000 characters.',
  )
  expect(
    await buildArchiveAndGetError((tar) => void tar.entry({ name: 'x'.repeat(5_000_000) }, '')),
  ).toContain('max size')
})

test('a byte that was changed after the sealing is noticed, also where no entry is', async () => {
  // Changes the last padding byte after the heading entry. The tar's own checksums do not cover padding.
  const refusalMessage = await buildArchiveAndGetError(
    () => {},
    HEADING,
    (checksumBlock) => void checksumBlock.writeUInt8(1, 1023),
  )
  expect(refusalMessage).toBe('It is damaged: its bytes do not match its seal.')
})

const addEntriesTwice = (tar: Pack): void => {
  for (const name of ['missing-files.txt', 'missing-files.txt']) tar.entry({ name }, '')
}

test('more than a thousand tables, and a repeated entry, are refused', async () => {
  const tables = Array.from({ length: 1001 }, (_, n) => ({ name: `t${n}`, columns: ['id'] }))
  expect(await buildArchiveAndGetError(() => {}, { ...HEADING, tables })).toBe(
    'It is damaged: its description cannot be read.',
  )
  expect(await buildArchiveAndGetError(addEntriesTwice)).toBe(
    'It is damaged: missing-files.txt is not in its place.',
  )
})

test.for([
  null,
  [],
  '"text"',
  'no JSON',
  { ...HEADING, tables: null },
  { ...HEADING, tables: [null] },
  { ...HEADING, tables: [{ name: 'tenants' }] },
  { ...HEADING, migrations: undefined },
  { ...HEADING, migrations: [7] },
])('a description of another shape is refused: %#', async (heading) => {
  expect(await buildArchiveAndGetError(() => {}, heading)).toMatch(
    /^It is (no backup of|damaged: its description cannot)/,
  )
})

test.each([-1, 1])('an archive of another version of the format is refused: %i', async (step) => {
  const heading = { ...HEADING, version: HEADING.version + step }
  expect(await buildArchiveAndGetError(() => {}, heading)).toContain(
    'written by another version of the portal',
  )
})

test('a description of nested lists is refused', async () => {
  const deepJson = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  expect(await buildArchiveAndGetError(() => {}, deepJson)).toContain('no backup of this portal')
})
