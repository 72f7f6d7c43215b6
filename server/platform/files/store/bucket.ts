import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import pLimit from 'p-limit'
import { PortalError } from '../../errors.ts'
import type { S3Config } from '../../platform-config.ts'
import type { ByteRange, Disk, PlacedFile } from './disk.ts'

const quiet = () => {}
/** Concurrent uploads to the bucket, which mostly wait for the network. */
const limitUploads = pLimit(8)

/** Opens an S3-compatible bucket. Only the portal reads it; browsers never do. */
export function createBucket(config: Readonly<S3Config>): Disk {
  const { bucket } = config
  const client = new S3Client({
    region: config.region,
    ...(config.endpoint && { endpoint: config.endpoint, forcePathStyle: true }),
    ...(config.credentials && { credentials: config.credentials }),
    // Many compatible stores lack Amazon's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // errors are thrown, and the portal logs them
    logger: { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
    requestHandler: { connectionTimeout: 3000, socketTimeout: 30_000 },
  })
  const at = (path: string) => ({ Bucket: bucket, Key: path })

  async function send({ temporary, path, mime }: PlacedFile): Promise<void> {
    const { size } = await stat(temporary)
    const content = createReadStream(temporary)
    try {
      const object = { ...at(path), Body: content, ContentType: mime, ContentLength: size }
      await reach(client.send(new PutObjectCommand(object)))
      await rm(temporary, { force: true })
    } finally {
      content.destroy()
    }
  }

  async function read(path: string, range?: ByteRange): Promise<Readable> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` }
    const answer = await reach(client.send(new GetObjectCommand({ ...at(path), ...part })))
    return answer.Body as Readable
  }

  return {
    async place(files) {
      await limitUploads.map(files, send)
    },
    async stat(path) {
      try {
        const { ContentLength, LastModified } = await client.send(new HeadObjectCommand(at(path)))
        return { bytes: ContentLength ?? 0, modifiedAt: LastModified ?? new Date() }
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
    async remove(path) {
      await reach(client.send(new DeleteObjectCommand(at(path))))
    },
    async *paths() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
        for (const { Key } of Contents) if (Key) yield Key
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

/** Returns a 503 for a store that is full, refuses or cannot be reached; the cause is logged. */
const unavailable = (cause: unknown) =>
  Object.assign(new PortalError(statusOf(cause) === 507 ? 'storageFull' : 'unavailable'), { cause })

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined

/** Whether an error means that the object does not exist. */
const isMissing = (error: unknown): boolean => statusOf(error) === 404
