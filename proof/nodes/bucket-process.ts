import { fileURLToPath } from 'node:url'
import type { S3Config } from '../../server/config.ts'
import { startProcess } from './own-process.ts'
import { until } from './until.ts'

const MAIN = fileURLToPath(new URL('bucket-main.ts', import.meta.url))

/** An S3-compatible store that no node holds: it stays when they are killed. */
export interface BucketProcess {
  readonly config: S3Config
  /** What a node is told of it. */
  readonly env: NodeJS.ProcessEnv
  close(): Promise<void>
}

export async function startBucket(): Promise<BucketProcess> {
  const running = startProcess(process.execPath, [MAIN])
  const line = await until('the bucket says where it is', () => {
    if (!running.isRunning()) throw new Error(`The bucket did not start: ${running.said()}`)
    return /^{.*}$/m.exec(running.said())?.[0]
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
    close: () => running.end('SIGKILL'),
  }
}
