import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { S3Config } from '@tahanan/server/platform/platform-config.ts'
import { startProcess } from '@tahanan/server/testing/start-process.ts'
import { waitUntil } from './until.ts'

const BUCKET_MAIN_PATH = fileURLToPath(new URL('bucket-main.ts', import.meta.url))

/**
 * S3-compatible store in its own process, because it must keep running when the portal's processes are
 * killed.
 */
export interface BucketProcess {
  readonly config: S3Config
  readonly env: NodeJS.ProcessEnv
  close(): Promise<void>
}

export async function startBucket(): Promise<BucketProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'tahanan-bucket-'))
  // s3rver encrypts its page tokens with the old algorithm DES, which OpenSSL offers only with this option.
  const bucketServer = startProcess(process.execPath, ['--openssl-legacy-provider', BUCKET_MAIN_PATH, folder])
  const close = async (): Promise<void> => {
    await bucketServer.end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const line = await waitUntil('the bucket prints its configuration', () => {
      if (!bucketServer.isRunning()) throw new Error(`The bucket did not start: ${bucketServer.output()}`)
      return /^{.*}$/m.exec(bucketServer.output())?.[0]
    })
    const config = JSON.parse(line) as S3Config
    return {
      config,
      env: {
        S3_ENDPOINT: config.endpoint,
        S3_BUCKET: config.bucket,
        S3_REGION: config.region,
        S3_ACCESS_KEY_ID: config.credentials?.accessKeyId,
        S3_SECRET_ACCESS_KEY: config.credentials?.secretAccessKey,
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
