import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { S3Config } from '../../platform-config.ts'
import type { Disk } from './disk.ts'
import { createLocalDisk } from './local-disk.ts'

/** Place of a portal's files. */
export interface FilePlace {
  /** Local files lie in `dataDir/files`. */
  readonly dataDir: string
  /** An S3-compatible bucket instead of local files. */
  readonly s3?: Readonly<S3Config> | undefined
}

/** The files of a portal without its database: their bytes, and a folder on the same disk for those that arrive. */
export async function openDisk({ dataDir, s3 }: FilePlace): Promise<{ disk: Disk; incoming: string }> {
  const root = join(dataDir, 'files')
  const incoming = join(root, '.incoming')
  // loaded on use: the S3 client is large
  const disk = s3 ? (await import('./bucket.ts')).createBucket(s3) : await createLocalDisk(root)
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  return { disk, incoming }
}
