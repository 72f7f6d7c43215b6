import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { GetObjectCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { Disk as Flydrive } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import pLimit from 'p-limit'
import type { S3Config } from '../../config.ts'
import { PortalError } from '../../errors.ts'
import type { ByteRange, Disk } from './disk.ts'

const quiet = () => {}
/** Uploads to a bucket wait for the network more than they work. */
const sending = pLimit(8)

/** Files in an S3-compatible bucket, private to the portal: browsers get them through it, never from the bucket. */
export function createBucket(config: Readonly<S3Config>): Disk {
  const { bucket } = config
  const client = new S3Client({
    region: config.region,
    ...(config.endpoint && { endpoint: config.endpoint, forcePathStyle: true }),
    ...(config.credentials && { credentials: config.credentials }),
    // Many compatible stores do not know Amazon's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // failures are thrown and logged by the portal; the client's own lines would go past its log
    logger: { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
    requestHandler: { connectionTimeout: 3000, socketTimeout: 30_000 },
  })
  const flydrive = new Flydrive(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))

  async function place(temporary: string, path: string, mime: string): Promise<void> {
    const { size } = await stat(temporary)
    const content = createReadStream(temporary)
    try {
      await reach(flydrive.putStream(path, content, { contentType: mime, contentLength: size }))
      await rm(temporary, { force: true })
    } finally {
      content.destroy()
    }
  }

  async function read(path: string, range?: ByteRange): Promise<Readable> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` }
    const answer = await reach(client.send(new GetObjectCommand({ Bucket: bucket, Key: path, ...part })))
    return answer.Body as Readable
  }

  return {
    place,
    async placeAll(files) {
      await sending.map(files, ({ temporary, path, mime }) => place(temporary, path, mime))
    },
    async stat(path) {
      try {
        const { contentLength, lastModified } = await flydrive.getMetaData(path)
        return { bytes: contentLength, modifiedAt: lastModified }
      } catch (error) {
        if (isMissing(error)) return null
        throw unavailable(error)
      }
    },
    read,
    async readWhole(path) {
      try {
        return await buffer(await read(path))
      } catch (error) {
        if (error instanceof PortalError && error.code === 'notFound') return null
        throw error
      }
    },
    remove: (path) => reach(flydrive.delete(path)),
    async *paths() {
      let paginationToken: string | undefined
      do {
        const options = { recursive: true, ...(paginationToken && { paginationToken }) }
        const page = await reach(flydrive.listAll('/', options))
        for (const object of page.objects) if (object.isFile) yield object.key
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: AbortSignal.timeout(3000) })
    },
  }
}

async function reach<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw isMissing(error) ? new PortalError('notFound') : unavailable(error)
  }
}

/** 503: the store refused or could not be reached; the log gets to know why, in the store's words: flydrive's name the file. */
function unavailable(error: unknown): PortalError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return Object.assign(new PortalError('unavailable'), { cause })
}

/** Whether an error of the store says that there is no such object; flydrive wraps it. */
function isMissing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const status = (cause as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
    if (status === 404) return true
  }
  return false
}
