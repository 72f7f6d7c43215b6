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
import { bucketErrors, type BucketOperation } from '../../metrics/counters.ts'
import type { S3Config } from '../../platform-config.ts'
import type { ByteRange, StorageBackend, FileToStore } from './storage-backend.ts'

const ignoreLogs = () => {}
const MAX_PARALLEL_UPLOADS = 8

/**
 * Name of the object that contains the owner: the database to which a bucket or prefix belongs. No file key
 * can be equal to this name.
 */
const OWNER_OBJECT_NAME = 'tahanan-owner.json'
/**
 * Time without data after which a call to the bucket fails. It is 8 seconds, because callers of the portal
 * must get an answer within ten seconds.
 */
const SILENCE_TIMEOUT_MS = 8000

const SOCKETS = { keepAlive: true, maxSockets: Infinity }

export interface Bucket extends StorageBackend {
  readonly name: string
  readOwner(): Promise<string | null>
  /**
   * Writes the owner object. The mode 'if absent' works only if the store supports conditional writes; other
   * stores replace an existing owner object.
   */
  writeOwner(owner: string, writeMode: 'if absent' | 'always'): Promise<void>
}

export function createBucket(config: Readonly<S3Config>): Bucket {
  const { bucket, prefix } = config
  const client = new S3Client({
    region: config.region,
    ...(config.endpoint && { endpoint: config.endpoint, forcePathStyle: true }),
    ...(config.credentials && { credentials: config.credentials }),
    // Many S3-compatible stores do not support Amazon's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    logger: { trace: ignoreLogs, debug: ignoreLogs, info: ignoreLogs, warn: ignoreLogs, error: ignoreLogs },
    // With this header an upload would wait up to six seconds for the answer `100 Continue`.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: 3000,
      // Aborts stalled downloads. This timer starts three seconds after the call, so `abortOnSilence` limits
      // the call itself.
      socketTimeout: SILENCE_TIMEOUT_MS,
      httpAgent: SOCKETS,
      httpsAgent: SOCKETS,
    },
  })
  const toObject = (path: string) => ({ Bucket: bucket, Key: prefix + path })

  async function uploadFile({ temporaryPath, path, mime }: FileToStore): Promise<void> {
    const { size } = await stat(temporaryPath)
    const content = createReadStream(temporaryPath)
    try {
      const putInput = { ...toObject(path), Body: content, ContentType: mime, ContentLength: size }
      await callBucket(
        'write',
        abortOnSilence((limit) => client.send(new PutObjectCommand(putInput), limit), content),
      )
      await rm(temporaryPath, { force: true })
    } finally {
      content.destroy()
    }
  }

  async function openObject(path: string, range?: ByteRange): Promise<Readable> {
    const rangeInput = range && { Range: `bytes=${range.start}-${range.end}` }
    const get = new GetObjectCommand({ ...toObject(path), ...rangeInput })
    const objectResponse = await callBucket(
      'read',
      abortOnSilence((limit) => client.send(get, limit)),
    )
    return objectResponse.Body as Readable
  }

  async function loadObject(path: string): Promise<Buffer | null> {
    try {
      return await buffer(await openObject(path))
    } catch (error) {
      if (error instanceof PortalError && error.code === 'notFound') return null
      throw error
    }
  }

  return {
    name: `The bucket ${bucket}${prefix && `, prefix ${prefix},`}`,
    async readOwner() {
      const ownerContent = await loadObject(OWNER_OBJECT_NAME)
      return ownerContent && (JSON.parse(ownerContent.toString()) as { database: string }).database
    },
    async writeOwner(owner, writeMode) {
      const ownerInput = {
        ...toObject(OWNER_OBJECT_NAME),
        Body: JSON.stringify({ database: owner }),
        ContentType: 'application/json',
      }
      const condition = writeMode === 'if absent' && { IfNoneMatch: '*' }
      const putCommand = new PutObjectCommand({ ...ownerInput, ...condition })
      await abortOnSilence((limit) => client.send(putCommand, limit)).catch((error: unknown) => {
        // Status 412 means that the owner object already exists. It is no error, because the caller then
        // reads that object.
        if (getStatus(error) !== 412) throw createUnavailableError('write', error)
      })
    },
    async storeFiles(files) {
      const limit = pLimit(MAX_PARALLEL_UPLOADS)
      try {
        await limit.map(files, uploadFile)
      } finally {
        limit.clearQueue()
      }
    },
    async stat(path) {
      try {
        const head = new HeadObjectCommand(toObject(path))
        const { ContentLength, LastModified } = await abortOnSilence((limit) => client.send(head, limit))
        return { bytes: ContentLength ?? 0, modifiedAt: LastModified ?? new Date() }
      } catch (error) {
        if (isMissing(error)) return null
        throw createUnavailableError('stat', error)
      }
    },
    read: openObject,
    readWhole: loadObject,
    async remove(path) {
      await callBucket(
        'remove',
        abortOnSilence((limit) => client.send(new DeleteObjectCommand(toObject(path)), limit)),
      )
    },
    async *listPaths() {
      const listInput = { Bucket: bucket, Prefix: prefix }
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, listInput))
          for (const { Key } of Contents)
            if (Key && Key !== prefix + OWNER_OBJECT_NAME) yield Key.slice(prefix.length)
      } catch (error) {
        bucketErrors.inc({ operation: 'list' })
        throw error
      }
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: AbortSignal.timeout(3000) })
    },
  }
}

async function abortOnSilence<Result>(
  call: (limit: { abortSignal: AbortSignal }) => Promise<Result>,
  content?: Readable,
): Promise<Result> {
  const silenceController = new AbortController()
  const timer = setTimeout(() => silenceController.abort(), SILENCE_TIMEOUT_MS)
  // Adding a 'data' listener would start the stream. `pause` prevents this, because the content must flow
  // only while it is sent.
  content?.pause().on('data', () => timer.refresh())
  try {
    return await call({ abortSignal: silenceController.signal })
  } finally {
    clearTimeout(timer)
  }
}

async function callBucket<Result>(operation: BucketOperation, callPromise: Promise<Result>): Promise<Result> {
  try {
    return await callPromise
  } catch (error) {
    throw isMissing(error) ? new PortalError('notFound') : createUnavailableError(operation, error)
  }
}

function createUnavailableError(operation: BucketOperation, cause: unknown): PortalError {
  bucketErrors.inc({ operation })
  return Object.assign(new PortalError(getStatus(cause) === 507 ? 'storageFull' : 'unavailable'), { cause })
}

const getStatus = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined

const isMissing = (error: unknown): boolean => getStatus(error) === 404
