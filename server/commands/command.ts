import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { loadConfig, loadEnvironment, type Config } from '#boot/config.ts'
import { dropPrivileges } from '#boot/drop-privileges.ts'
import { BackupRunningError } from '#platform/backup/acquire-backup-lock.ts'
import { UnusableArchiveError } from '#platform/backup/archive/open-archive.ts'
import { UnfitTargetError } from '#platform/backup/restore-backup.ts'
import { createDataDir } from '#platform/create-folder.ts'
import { chooseClusterFolder } from '#platform/db/embedded/choose-cluster-folder.ts'
import { findEmbedded } from '#platform/db/embedded/find-embedded.ts'
import { ClusterInUseError } from '#platform/db/embedded/lock-cluster.ts'
import { describeRoot, isRoot } from '#platform/db/embedded/ordinary-user.ts'
import type { SupervisorLog } from '#platform/db/embedded/server-process.ts'
import { startDatabase } from '#platform/db/start-database.ts'
import { explainToOperator } from '#platform/explain-to-operator.ts'
import { ForeignBucketError } from '#platform/files/store/require-own-bucket.ts'
import { ConfigError } from '#platform/platform-config.ts'
import {
  parseCommandLine,
  renderHelp,
  UsageError,
  type CommandDeclaration,
  type CommandLine,
} from './command-line.ts'

interface Command<
  Declaration extends CommandDeclaration = CommandDeclaration,
> extends CommandLine<Declaration> {
  readonly config: Config
  readonly print: (message: string) => void
  readonly signal: AbortSignal
}

/**
 * Runs a command for operators with the portal's configuration, or prints its help. Sets the exit code: 0 for
 * success, 1 for a failure, 2 for wrong arguments (then nothing was started).
 */
export async function runCommand<const Declaration extends CommandDeclaration>(
  declaration: Declaration,
  execute: (command: Command<Declaration>) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now()
  const print = (message: string): void =>
    console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${message}`)
  const abortController = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abortController.abort())
  try {
    const line = parseCommandLine(declaration)
    if (line === 'help') {
      console.log(renderHelp(declaration))
      return
    }
    const config = loadConfig(loadEnvironment(process.cwd()))
    const account = dropPrivileges(config.dataDir)
    if (account !== undefined) print(`working as account ${account}, the owner of ${config.dataDir}`)
    else if (isRoot()) print(describeRoot(config.dataDir))
    await execute({ ...line, config, print, signal: abortController.signal })
    process.exitCode = 0
  } catch (error) {
    const isUsage = error instanceof UsageError
    const hint = isUsage ? `\nnpm run ${declaration.name} -- --help lists all.` : ''
    console.error(`\n${describeFailure(error)}${hint}\n`)
    process.exitCode = isUsage ? 2 : 1
  }
}

const OPERATOR_ERRORS = [
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
    : explainToOperator(error, OPERATOR_ERRORS)

interface NamedDatabase {
  readonly option: string
  readonly databaseUrl: string
}

/**
 * Parses the database URL of an option. Throws UsageError, whose message does not contain the URL, because it
 * may contain a password.
 */
export function parseDatabaseUrl(option: string, text: string): NamedDatabase {
  if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol))
    return { option, databaseUrl: text }
  throw new UsageError(`${option} must be an address that begins with postgresql://.`)
}

/** Throws if no database is configured and DATA_DIR contains none. The message is for the operator. */
export function requireDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || findEmbedded(dataDir).state !== 'none') return
  throw new Error(`There is no database in ${dataDir}. Check DATA_DIR and DATABASE_URL.`)
}

type OpenedDatabase = ReturnType<typeof startDatabase>

/**
 * Opens the configured database, even if the portal is running. Throws an Error with a message for the
 * operator if DATA_DIR has no database.
 */
export async function openExistingDatabase({ config, print }: Command): OpenedDatabase {
  requireDatabase(config)
  const embeddedDatabase = config.databaseUrl ? undefined : findEmbedded(config.dataDir)
  if (embeddedDatabase?.state === 'running')
    return { connectionString: embeddedDatabase.connectionString, stop: () => Promise.resolve() }
  return startDatabase(config, toSupervisorLog(print))
}

/**
 * Opens the database that a backup is restored into. Creates the embedded database if it is missing. Throws
 * ClusterInUseError if a portal is using it.
 */
export async function openTargetDatabase(
  { config, print }: Command,
  namedDatabase?: NamedDatabase,
): OpenedDatabase {
  createDataDir(config.dataDir)
  const { databaseUrl } = namedDatabase ?? config
  return startDatabase(
    { databaseUrl, dataDir: config.dataDir },
    toSupervisorLog(print),
    namedDatabase?.option,
  )
}

/**
 * Returns a message that says where the database of a restore drill (a test of a backup) is. If root runs the
 * drill, the database may be outside `drillDir`, and deleting that folder would not delete it.
 */
export function describeDrillDatabase(drillDir: string): string {
  const { cluster } = chooseClusterFolder(drillDir)
  const clusterParent = dirname(cluster)
  const removableFolders =
    clusterParent === realpathSync(drillDir) ? drillDir : `${drillDir} ${clusterParent}`
  return `The database of this drill lies in ${cluster}. To remove it after the drill: rm -rf ${removableFolders}`
}

const toSupervisorLog = (print: (message: string) => void): SupervisorLog => ({
  debug: () => {},
  info: print,
  warn: print,
})

export function formatBytes(bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? ['GB', 1e9] : bytes >= 1e6 ? ['MB', 1e6] : ['kB', 1e3]
  return `${(bytes / (size as number)).toFixed(1)} ${unit as string}`
}

export function formatCount(count: number, singular: string): string {
  return `${count.toLocaleString('en')} ${singular}${count === 1 ? '' : 's'}`
}
