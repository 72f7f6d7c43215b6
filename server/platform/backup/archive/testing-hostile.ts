import { hash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pack, type Pack } from 'tar-stream'
import { expect } from 'vitest'
import { FORMAT, FORMAT_VERSION, HEADING_ENTRY, formatChecksumBlock } from './archive-format.ts'
import { openArchive, UnusableArchiveError } from './open-archive.ts'

export const HEADING = {
  format: FORMAT,
  version: FORMAT_VERSION,
  createdAt: '2026-11-21T00:00:00.000Z',
  migrations: [],
  tables: [{ name: 'tenants', columns: ['id'] }],
}

export async function buildArchiveAndGetError(
  fill: (tar: Pack) => void,
  heading: unknown = HEADING,
  damage: (checksumBlock: Buffer) => void = () => {},
): Promise<string> {
  const tar = pack()
  tar.entry({ name: HEADING_ENTRY }, typeof heading === 'string' ? heading : JSON.stringify(heading))
  fill(tar)
  tar.finalize()
  const archiveBytes = await buffer(tar as AsyncIterable<Buffer>)
  const folder = await mkdtemp(join(tmpdir(), 'tahanan-archives-'))
  const path = join(folder, 'hostile.tar')
  const checksumBlock = formatChecksumBlock(hash('sha256', archiveBytes))
  damage(archiveBytes)
  await writeFile(path, Buffer.concat([archiveBytes, checksumBlock]))
  const openError = openArchive(path).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const error = await openError.finally(() => rm(folder, { recursive: true }))
  expect(error).toBeInstanceOf(UnusableArchiveError)
  return (error as Error).message.replace(path, 'It')
}
