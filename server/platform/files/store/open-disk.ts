import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { S3Config } from '../../platform-config.ts'
import type { Bucket } from './bucket.ts'
import { createLocalDisk } from './create-local-disk.ts'
import type { Disk } from './disk.ts'

/** The configured place of a portal's files. */
export interface FilePlace {
  /** Local files are in `dataDir/files`. */
  readonly dataDir: string
  /** A bucket in place of local files. */
  readonly s3?: Readonly<S3Config> | undefined
}

interface OpenedDisk {
  readonly disk: Disk
  /** The configured bucket; undefined with local files. */
  readonly bucket: Bucket | undefined
  /** A local folder for arriving files. */
  readonly incoming: string
}

/** Opens the storage without the database, and a local folder for arriving files. */
export async function openDisk({ dataDir, s3 }: FilePlace): Promise<OpenedDisk> {
  const root = join(dataDir, 'files')
  const incoming = join(root, '.incoming')
  // loaded on use: the S3 client is large
  const bucket = s3 && (await import('./bucket.ts')).createBucket(s3)
  const disk = bucket ?? (await createLocalDisk(root))
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  return { disk, bucket, incoming }
}
