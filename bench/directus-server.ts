import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { freePort, stopChild, untilReady } from './processes.ts'
import type { RunningProcess } from './processes.ts'

/** The last version that npm holds complete: 12.4.1 names a part that is not there. */
const VERSION = '12.4.0'
const INSTALL_MINUTES = 30

/** Why Directus cannot be measured on this machine. */
export class NoDirectus extends Error {}

export interface RunningDirectus extends RunningProcess {
  /** Token of its administrator, for `Authorization: Bearer`. */
  readonly token: string
}

export interface InstalledDirectus {
  readonly folder: string
  readonly cli: string
  /** The Node that it runs on. */
  readonly node: string
}

/** Installs Directus from npm into a folder, unless an earlier run did. Throws NoDirectus when that fails. */
export async function installDirectus(
  folder: string,
  say: (what: string) => void,
): Promise<InstalledDirectus> {
  const home = join(folder, `directus-${VERSION}`)
  const cli = join(home, 'node_modules/directus/cli.js')
  const complete = join(home, 'installed')
  if (existsSync(complete)) return { folder: home, cli, node: await nodeFor(cli, home, say) }
  mkdirSync(home, { recursive: true })
  say(`installing Directus ${VERSION} from npm, which takes minutes`)
  const install = ['install', '-E', '--no-audit', '--no-fund', '--prefix', home, `directus@${VERSION}`]
  // With this machine's own settings: whoever reaches npm through a proxy of theirs names it, and its certificates, here.
  const { code, output } = await run('npm', install, home, process.env, INSTALL_MINUTES * 60_000)
  if (code !== 0) {
    const lines = output.split('\n').filter((line) => line.startsWith('npm error'))
    throw new NoDirectus(`npm could not install Directus ${VERSION}: ${lines.slice(0, 2).join(' ')}`)
  }
  writeFileSync(complete, '')
  return { folder: home, cli, node: await nodeFor(cli, home, say) }
}

/**
 * The Node that Directus starts on: the one that this runs on, unless npm compiled a part of Directus for another one of this machine.
 * Throws NoDirectus when there is none.
 */
async function nodeFor(cli: string, home: string, say: (what: string) => void): Promise<string> {
  const others = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  for (const node of [process.execPath, ...others]) {
    if (!existsSync(node)) continue
    const { code } = await run(node, [cli, '--help'], home, {}, 60_000)
    if (code !== 0) continue
    if (node !== process.execPath) say(`Directus runs on ${node}, for which npm compiled its parts`)
    return node
  }
  throw new NoDirectus('Directus was installed, but does not start on any Node of this machine.')
}

/** Starts Directus on a database, which gets its own tables beside those that are there. */
export async function startDirectus(
  { folder, cli, node }: InstalledDirectus,
  databaseUrl: string,
): Promise<RunningDirectus> {
  const token = randomBytes(24).toString('hex')
  const port = await freePort()
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    SECRET: randomBytes(24).toString('hex'),
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: randomBytes(12).toString('hex'),
    ADMIN_TOKEN: token,
    LOG_LEVEL: 'error',
    TELEMETRY: 'false',
    // It would turn calls away where the machine has other work; what it can do is measured.
    PRESSURE_LIMITER_ENABLED: 'false',
    ACCEPT_TERMS: 'true',
    EXTENSIONS_PATH: join(folder, 'extensions'),
    STORAGE_LOCAL_ROOT: join(folder, 'uploads'),
  }
  const made = await run(node, [cli, 'bootstrap'], folder, env, 300_000)
  if (made.code !== 0)
    throw new NoDirectus(`Directus could not make its tables: ${made.output.trim().split('\n').at(-1)}`)
  const child = spawn(node, [cli, 'start'], {
    cwd: folder,
    env: environment(env),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await untilReady(port, '/server/ping', child)
  } catch (error) {
    await stopChild(child)
    throw new NoDirectus('Directus did not start.', { cause: error })
  }
  return { port, pid: child.pid ?? 0, token, stop: () => stopChild(child) }
}

function environment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`
  return { HOME: process.env['HOME'], ...more, PATH: path }
}

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  timeout: number,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { cwd, env: environment(env), timeout })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output = (output + String(chunk)).slice(-20_000)))
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => resolve({ code, output }))
  })
}
