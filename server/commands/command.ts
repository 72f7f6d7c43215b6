import { existsSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { loadConfig, readEnvironment, type Config } from '#boot/config.ts'
import { dropPrivileges } from '#boot/drop-privileges.ts'
import { UnusableArchiveError } from '#platform/backup/archive/read-archive.ts'
import { BackupRunningError } from '#platform/backup/locks.ts'
import { UnfitTargetError } from '#platform/backup/restore.ts'
import { ClusterInUseError } from '#platform/db/embedded/cluster-lock.ts'
import { findEmbedded } from '#platform/db/embedded/find-embedded.ts'
import { isRoot } from '#platform/db/embedded/ordinary-user.ts'
import type { SupervisorLog } from '#platform/db/embedded/server-process.ts'
import { startDatabase } from '#platform/db/start-database.ts'
import { ForeignBucketError } from '#platform/files/store/bucket-owner.ts'
import { makeDataDir } from '#platform/make-folder.ts'
import { explainToOperator } from '#platform/operator-errors.ts'
import { ConfigError } from '#platform/platform-config.ts'

/** Operator error; printed with the usage and without a stack trace. */
export class UsageError extends Error {}

interface Command {
  readonly config: Config
  /** Prints a line with the seconds since the start. */
  readonly print: (what: string) => void
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal
}

/** Runs an operator's command with the portal's configuration; sets the exit code. */
export async function runCommand(usage: string, work: (command: Command) => Promise<void>): Promise<void> {
  const started = performance.now()
  const print = (what: string): void =>
    console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`)
  const gone = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => gone.abort())
  try {
    const config = loadConfig(readEnvironment(process.cwd()))
    const account = dropPrivileges(config.dataDir)
    if (account !== undefined) print(`working as account ${account}, the owner of ${config.dataDir}`)
    await work({ config, print, signal: gone.signal })
    process.exitCode = 0
  } catch (error) {
    console.error(`\n${describeFailure(error)}\n${error instanceof UsageError ? `\n${usage}\n` : ''}`)
    process.exitCode = 1
  }
}

const FOR_OPERATORS = [
  ConfigError,
  ClusterInUseError,
  BackupRunningError,
  UnusableArchiveError,
  UnfitTargetError,
  ForeignBucketError,
  UsageError,
]

const describeFailure = (error: unknown): string =>
  error instanceof Error && error.name === 'AbortError'
    ? 'Aborted; nothing was changed.'
    : explainToOperator(error, FOR_OPERATORS)

/** Parses the arguments of a command. Throws UsageError. */
export function readArguments<Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs({ args: process.argv.slice(2), ...config })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

type OpenedDatabase = ReturnType<typeof startDatabase>

/** Opens the configured database, with or without a running portal. Throws UsageError if DATA_DIR has no database. */
export async function openForReading({ config, print }: Command): OpenedDatabase {
  const found = config.databaseUrl ? undefined : findEmbedded(config.dataDir)
  if (found?.state === 'none') throw new UsageError(`There is no database in ${config.dataDir}.`)
  if (found?.state === 'running')
    return { connectionString: found.connectionString, stop: () => Promise.resolve() }
  return startDatabase(config, withoutDebug(print))
}

/** Starts the database to restore into; creates the embedded one if missing. Throws ClusterInUseError. */
export async function openForRestoring(
  { config, print }: Command,
  databaseUrl = config.databaseUrl,
): OpenedDatabase {
  if (isRoot() && !existsSync(config.dataDir))
    print(
      `${config.dataDir} is new and belongs to root, so the portal must run as root. ` +
        'To run it as another account, create the folder for that account first.',
    )
  makeDataDir(config.dataDir)
  return startDatabase({ databaseUrl, dataDir: config.dataDir }, withoutDebug(print))
}

const withoutDebug = (print: (what: string) => void): SupervisorLog => ({
  debug: () => {},
  info: print,
  warn: print,
})

/** Formats a size: '1.4 GB'. */
export function formatBytes(bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? ['GB', 1e9] : bytes >= 1e6 ? ['MB', 1e6] : ['kB', 1e3]
  return `${(bytes / (size as number)).toFixed(1)} ${unit as string}`
}

/** Formats a count with its noun: '1,204 rows', '1 file'. */
export function formatCount(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
}
