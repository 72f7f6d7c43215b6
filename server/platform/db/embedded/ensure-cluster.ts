import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fsyncPath } from '../../fsync-path.ts'
import type { Binaries } from './binaries.ts'
import { getProcessOptions } from './get-server-settings.ts'
import type { OrdinaryUser } from './ordinary-user.ts'

export const PORTAL_ROLE = 'tahanan'
const PORTAL_DATABASE = 'tahanan'
export const SUPERUSER = 'postgres'

export function toConnectionString(
  socketFolder: string,
  role = PORTAL_ROLE,
  database = PORTAL_DATABASE,
): string {
  return `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
}

/**
 * Creates the database folder (cluster) if it does not exist. A new cluster gets its final name only when it
 * is complete, so that an interrupted first start leaves no broken cluster. Throws if the cluster was created
 * by another major version of PostgreSQL.
 */
export async function ensureCluster(
  cluster: string,
  binaries: Binaries,
  user: OrdinaryUser | undefined,
  options: { durable: boolean },
): Promise<'created' | 'existing'> {
  await removeUnfinishedClusters(cluster)
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    const major = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
    if (major === binaries.major) return 'existing'
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${major}, ` +
        `and this version of the portal brings ${binaries.major}. ` +
        'Make a backup with the version that made it and restore that here.',
    )
  }

  if (/["$`\\]/.test(binaries.bin)) {
    throw new Error(
      `PostgreSQL cannot make a database from ${binaries.bin}, whose path holds a quote, a dollar or a backslash. ` +
        'Move the portal to a folder without them.',
    )
  }

  const unfinishedCluster = mkdtempSync(`${cluster}.new-`)
  if (user) chownSync(unfinishedCluster, user.uid, user.gid)
  await runProgram(join(binaries.bin, 'initdb'), user, '', [
    `--pgdata=${unfinishedCluster}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // Local connections need no password, because only the operator can open the socket (mode 0700). Network
    // connections are refused.
    '--auth-local=trust',
    '--auth-host=reject',
    ...(options.durable ? [] : ['--no-sync']),
  ])
  // The portal's role is not a superuser, so that injected SQL can neither read files nor run programs.
  await runProgram(
    join(binaries.bin, 'postgres'),
    user,
    `CREATE ROLE ${PORTAL_ROLE} LOGIN;\nCREATE DATABASE ${PORTAL_DATABASE} OWNER ${PORTAL_ROLE};\n`,
    ['--single', '-D', unfinishedCluster, ...(options.durable ? [] : ['-c', 'fsync=off']), 'postgres'],
  )
  renameSync(unfinishedCluster, cluster)
  await fsyncPath(dirname(cluster))
  return 'created'
}

async function removeUnfinishedClusters(cluster: string): Promise<void> {
  const prefix = `${basename(cluster)}.new-`
  for (const name of readdirSync(dirname(cluster))) {
    if (!name.startsWith(prefix)) continue
    // Errors are ignored: an `initdb` that a killed portal started may still be writing to the folder. The
    // next start deletes the remaining files.
    await rm(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

function runProgram(
  program: string,
  user: OrdinaryUser | undefined,
  input: string,
  args: string[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...getProcessOptions(user),
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let errorOutput = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.once('error', reject)
    child.once('close', (code) => {
      // The output is checked too, because `postgres --single` exits with 0 even if a statement failed.
      if (code === 0 && !/^(.*\b)?(ERROR|FATAL|PANIC):/m.test(errorOutput)) resolve()
      else reject(new Error(`${basename(program)} could not prepare the database:\n${errorOutput.trim()}`))
    })
  })
}
