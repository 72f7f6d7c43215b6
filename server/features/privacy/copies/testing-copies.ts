import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import type { TestPortal } from '#testing/portal.ts'
import { openCopyStore } from './open-copy-store.ts'

export function parseZip(archive: Buffer): Map<string, Buffer> {
  const directoryEndOffset = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  const entries = new Map<string, Buffer>()
  let entryOffset = archive.readUInt32LE(directoryEndOffset + 16)
  for (let n = archive.readUInt16LE(directoryEndOffset + 10); n > 0; n--) {
    const [size, length] = [archive.readUInt32LE(entryOffset + 20), archive.readUInt16LE(entryOffset + 28)]
    const name = archive.toString('utf8', entryOffset + 46, entryOffset + 46 + length)
    const localHeaderOffset = archive.readUInt32LE(entryOffset + 42)
    const contentOffset =
      localHeaderOffset +
      30 +
      archive.readUInt16LE(localHeaderOffset + 26) +
      archive.readUInt16LE(localHeaderOffset + 28)
    const content = archive.subarray(contentOffset, contentOffset + size)
    entries.set(name, archive.readUInt16LE(entryOffset + 10) === 8 ? inflateRawSync(content) : content)
    entryOffset +=
      46 + length + archive.readUInt16LE(entryOffset + 30) + archive.readUInt16LE(entryOffset + 32)
  }
  return entries
}

export interface CopyData {
  readonly tenant: string
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

export async function openCopy({ db, services }: TestPortal, tenantId: number) {
  const { file } = await db
    .selectFrom('data_copies')
    .select('file')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'ready')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const entries = parseZip(await buffer(await openCopyStore(services).openFile(file ?? '')))
  const page = entries.get('index.html')?.toString() ?? ''
  const data = JSON.parse(entries.get('data.json')?.toString() ?? '') as CopyData
  return { entries, page, data }
}
