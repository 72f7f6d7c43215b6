import { hash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'
import { afterAll, expect, test } from 'vitest'
import { FORMAT, FORMAT_VERSION, HEADING_ENTRY, PIECE_BYTES, pieceEntry, seal } from './archive-format.ts'
import { openArchive, UnusableArchiveError, unpackPiece } from './read-archive.ts'

const folder = await mkdtemp(join(tmpdir(), 'tahanan-archives-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const HEADING = {
  format: FORMAT,
  version: FORMAT_VERSION,
  createdAt: '2026-11-21T00:00:00.000Z',
  migrations: [],
  tables: [{ name: 'tenants', columns: ['id'] }],
}

/** Returns why an archive with these entries and a valid seal is refused. */
async function refusalOf(fill: (tar: Pack) => void, heading: unknown = HEADING): Promise<string> {
  const tar = pack()
  tar.entry({ name: HEADING_ENTRY }, typeof heading === 'string' ? heading : JSON.stringify(heading))
  fill(tar)
  tar.finalize()
  const body = await buffer(tar as AsyncIterable<Buffer>)
  const path = join(folder, 'hostile.tar')
  await writeFile(path, Buffer.concat([body, seal(hash('sha256', body))]))
  const error = await openArchive(path).then(
    () => undefined,
    (refused: unknown) => refused,
  )
  expect(error).toBeInstanceOf(UnusableArchiveError)
  return (error as Error).message.replace(path, 'It')
}

test('one giant piece is refused before it is read into memory', async () => {
  const giant = Buffer.alloc(2 * PIECE_BYTES + 1)
  expect(await refusalOf((tar) => void tar.entry({ name: pieceEntry('tenants', 1) }, giant))).toBe(
    'It is damaged: tables/tenants/000001.copy.zst is too large.',
  )
})

test('a piece that unpacks to more than the limit is refused', async () => {
  const bomb = await promisify(zstdCompress)(Buffer.alloc(3 * PIECE_BYTES))
  expect(bomb.length).toBeLessThan(10_000)
  const refused = 'The backup is damaged: a piece of tenants cannot be unpacked.'
  await expect(unpackPiece('tenants', bomb)).rejects.toThrow(refused)
  await expect(unpackPiece('tenants', Buffer.from('nonsense'))).rejects.toThrow(UnusableArchiveError)
})

test('an entry with a giant name is refused, and the message does not repeat it', async () => {
  expect(await refusalOf((tar) => void tar.entry({ name: 'x'.repeat(1_000_000) }, ''))).toBe(
    'It is damaged: an entry has a name of 1000000 characters.',
  )
  expect(await refusalOf((tar) => void tar.entry({ name: 'x'.repeat(5_000_000) }, ''))).toContain('max size')
})

test('a hundred thousand tables, and a repeated entry, are refused', async () => {
  const tables = Array.from({ length: 100_000 }, (_, n) => ({ name: `t${n}`, columns: ['id'] }))
  const pieces = (tar: Pack) => {
    for (const { name } of tables.slice(0, 20_000)) tar.entry({ name: pieceEntry(name, 1) }, '')
  }
  expect(await refusalOf(pieces, { ...HEADING, tables })).toBe(
    'It is damaged: its description cannot be read.',
  )
  const empty = (tar: Pack) => {
    for (const _ of tables.slice(0, 20_000)) tar.entry({ name: 'missing-files.txt' }, '')
  }
  expect(await refusalOf(empty)).toBe('It is damaged: missing-files.txt is not in its place.')
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
  expect(await refusalOf(() => {}, heading)).toMatch(/^It is (no backup of|damaged: its description cannot)/)
})

test('the refusal of an archive of a version before 1.0.0 names upgrade-to-1', async () => {
  const heading = { ...HEADING, version: 1, migrations: ['0001_foundation', '0002_secrets'] }
  expect(await refusalOf(() => {}, heading)).toContain(
    "Restore it with that version, stop it, and run 'npm run upgrade-to-1'",
  )
})

test('a description of a million nested lists is refused', async () => {
  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`
  expect(await refusalOf(() => {}, deep)).toContain('no backup of this portal')
})
