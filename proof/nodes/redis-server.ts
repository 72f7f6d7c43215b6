import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { findFreePort } from '@tahanan/server/testing/find-free-port.ts'
import { startProcess, type StartedProcess } from '@tahanan/server/testing/start-process.ts'
import { waitUntil } from './until.ts'

export interface RedisServer {
  readonly url: string
  readonly process: StartedProcess
  /** Starts Redis without data, on the port that it had before. */
  start(): Promise<void>
  close(): Promise<void>
}

export async function startRedis(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tahanan-redis-'))
  const port = await findFreePort()
  const url = `redis://127.0.0.1:${port}`
  let redisProcess: StartedProcess

  async function startServer(): Promise<void> {
    const options = `--port ${port} --bind 127.0.0.1 --dir ${folder} --appendonly no --save`
    redisProcess = startProcess(process.env['REDIS_SERVER'] ?? 'redis-server', [...options.split(' '), ''])
    await waitUntil('redis answers', () => {
      if (!redisProcess.isRunning())
        throw new Error(
          `redis-server does not start (install Debian's package or set REDIS_SERVER): ${redisProcess.output()}`,
        )
      return isAnswering(url)
    })
  }

  await startServer()
  return {
    url,
    get process() {
      return redisProcess
    },
    start: startServer,
    async close() {
      await redisProcess.end('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isAnswering(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false } })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.ping()) === 'PONG'
  } catch {
    return false
  } finally {
    client.destroy()
  }
}
