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
import { makeDataDir } from '#platform/make-folder.ts'
import { explainToOperator } from '#platform/operator-errors.ts'
import { ConfigError } from '#platform/platform-config.ts'

/** A mistake that the operator typed or can mend; told without a stack. */
export class UsageError extends Error {}

interface Command {
  readonly config: Config
  /** Prints a line with the seconds since the beginning. */
  readonly say: (what: string) => void
  /** Ended by Ctrl-C and by SIGTERM. */
  readonly signal: AbortSignal
}

/** Runs a command of an operator with the portal's own configuration, and ends the process. */
export async function runCommand(usage: string, work: (command: Command) => Promise<void>): Promise<void> {
  const started = performance.now()
  const say = (what: string): void =>
    console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`)
  const gone = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => gone.abort())
  try {
    const config = loadConfig(readEnvironment(process.cwd()))
    const account = dropPrivileges(config.dataDir)
    if (account !== undefined) say(`working as account ${account}, to whom ${config.dataDir} belongs`)
    await work({ config, say, signal: gone.signal })
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
  UsageError,
]

const describeFailure = (error: unknown): string =>
  error instanceof Error && error.name === 'AbortError'
    ? 'Broken off; nothing was changed.'
    : explainToOperator(error, FOR_OPERATORS)

/** Reads the arguments of a command as `parseArgs` does; what it refuses is a mistake of the operator. */
export function readArguments<Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs({ args: process.argv.slice(2), ...config })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

type ReachedDatabase = ReturnType<typeof startDatabase>

/** The database of the configuration, also while a portal runs on it. Throws where there is none. */
export async function reachForReading({ config, say }: Command): ReachedDatabase {
  const found = config.databaseUrl ? undefined : findEmbedded(config.dataDir)
  if (found?.state === 'none') throw new UsageError(`There is no database in ${config.dataDir}.`)
  if (found?.state === 'running')
    return { connectionString: found.connectionString, stop: () => Promise.resolve() }
  return startDatabase(config, quietly(say))
}

/** The database to restore into; the embedded one is made where there is none. Throws ClusterInUseError while a portal runs on it. */
export async function reachForRestoring(
  { config, say }: Command,
  databaseUrl = config.databaseUrl,
): ReachedDatabase {
  if (isRoot() && !existsSync(config.dataDir))
    say(
      `${config.dataDir} is new and belongs to root, as whom the portal must then run; else make it first for its account`,
    )
  makeDataDir(config.dataDir)
  return startDatabase({ databaseUrl, dataDir: config.dataDir }, quietly(say))
}

const quietly = (say: (what: string) => void): SupervisorLog => ({ debug: () => {}, info: say, warn: say })

/** '1.4 GB' */
export function inUnits(bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? ['GB', 1e9] : bytes >= 1e6 ? ['MB', 1e6] : ['kB', 1e3]
  return `${(bytes / (size as number)).toFixed(1)} ${unit as string}`
}

/** '1,204 rows', '1 file' */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
}
