import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startProcess, type StartedProcess } from '@tahanan/server/testing/start-process.ts'
import { waitUntil } from './until.ts'

export interface PortalNode {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly process: StartedProcess
  end(signal?: NodeJS.Signals): Promise<void>
}

const FIRST_SUPER_ADMIN = { email: 'super@example.test', password: 'for-a-test-only' }

/** Key file that all nodes share, as real machines share a folder or a secret. */
const keyFile = join(mkdtempSync(join(tmpdir(), 'tahanan-key-')), 'second-factor.key')
writeFileSync(keyFile, `${'5f'.repeat(32)}\n`, { mode: 0o600 })
process.once('exit', () => rmSync(dirname(keyFile), { recursive: true, force: true }))

/**
 * Starts a server process. Resolves when it is ready, or when `isServing` resolves to true. Rejects with the
 * output of the process if it ends.
 */
export async function startNode(
  env: NodeJS.ProcessEnv,
  mainScript = 'server/main.ts',
  isServing: (url: string) => Promise<boolean> = isReady,
): Promise<PortalNode> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tahanan-node-'))
  const nodeProcess = startProcess(process.execPath, [mainScript], {
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? 'node_modules/.cache/compiled',
    PORT: '0',
    DATA_DIR: dataDir,
    SECOND_FACTOR_KEY_FILE: keyFile,
    DEMO: 'false',
    LOG_LEVEL: 'info',
    TRUST_PROXY: '1',
    SUPER_ADMIN_EMAIL: FIRST_SUPER_ADMIN.email,
    SUPER_ADMIN_PASSWORD: FIRST_SUPER_ADMIN.password,
    ...env,
  })
  const stopNode = async (signal: NodeJS.Signals): Promise<void> => {
    await nodeProcess.end(signal)
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const url = await waitUntil('a node listens and is ready', async () => {
      if (!nodeProcess.isRunning())
        throw new Error(`A node ended while starting:\n${nodeProcess.output().slice(-3000)}`)
      const serverUrl = /Server listening at (http:\/\/[\d.]+:\d+)/.exec(nodeProcess.output())?.[1]
      return serverUrl && (await isServing(serverUrl)) && serverUrl
    })
    return {
      url,
      port: Number(new URL(url).port),
      dataDir,
      process: nodeProcess,
      end: (signal = 'SIGTERM') => stopNode(signal),
    }
  } catch (error) {
    await stopNode('SIGKILL')
    throw error
  }
}

const isAnswering = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
export const isReady = (url: string): Promise<boolean> => isAnswering(`${url}/readyz`)
/** Returns whether the server process runs, even if the database, Redis or the bucket are unavailable. */
export const isAlive = (url: string): Promise<boolean> => isAnswering(`${url}/healthz`)
