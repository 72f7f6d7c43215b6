import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { freePort } from '@tahanan/server/testing/free-port.ts'
import { startProcess, type StartedProcess } from '@tahanan/server/testing/start-process.ts'
import { until } from './until.ts'

export interface RedisServer {
  readonly url: string
  /** Process of the Redis server; `start` replaces it by a new one. */
  readonly process: StartedProcess
  /** Starts Redis again on the same port, with empty data. */
  start(): Promise<void>
  close(): Promise<void>
}

/** Starts Debian's `redis-server`, or the program in REDIS_SERVER. */
export async function startRedis(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tahanan-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let running: StartedProcess

  async function start(): Promise<void> {
    const options = `--port ${port} --bind 127.0.0.1 --dir ${folder} --appendonly no --save`
    running = startProcess(process.env['REDIS_SERVER'] ?? 'redis-server', [...options.split(' '), ''])
    await until('redis answers', () => {
      if (!running.isRunning())
        throw new Error(
          `redis-server does not start (install Debian's package or set REDIS_SERVER): ${running.output()}`,
        )
      return isAnswering(url)
    })
  }

  await start()
  return {
    url,
    get process() {
      return running
    },
    start,
    async close() {
      await running.end('SIGKILL')
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
