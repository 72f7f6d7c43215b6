import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import type { TestPortal } from '#testing/portal.ts'
import { openCopyStore } from './open-copy-store.ts'

export function parseZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  const entries = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let n = archive.readUInt16LE(end + 10); n > 0; n--) {
    const [size, length] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)]
    const name = archive.toString('utf8', at + 46, at + 46 + length)
    const local = archive.readUInt32LE(at + 42)
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const content = archive.subarray(begin, begin + size)
    entries.set(name, archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content)
    at += 46 + length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
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
  const entries = parseZip(await buffer(await openCopyStore(services).read(file ?? '')))
  const page = entries.get('index.html')?.toString() ?? ''
  const data = JSON.parse(entries.get('data.json')?.toString() ?? '') as CopyData
  return { entries, page, data }
}
