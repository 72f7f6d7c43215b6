import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import release from '../../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../..')

export interface Version {
  readonly version: string
  /** Abbreviated git commit; 'unknown' if `COMMIT` is not set and the code is not a git checkout. */
  readonly commit: string
}

let cachedVersion: Version | undefined

export function getRunningVersion(): Version {
  cachedVersion ??= { version: release.version, commit: findCommit(process.env.COMMIT) }
  return cachedVersion
}

export function describeVersion({ version, commit }: Version = getRunningVersion()): string {
  return `Tahanan ${version} (${commit === 'unknown' ? 'unknown commit' : commit})`
}

/**
 * Returns the first 8 characters of the git commit: of `configuredCommit`, which is set when a container
 * image is built, or else of the checked-out code.
 */
export function findCommit(configuredCommit: string | undefined, checkout = ROOT): string {
  const trimmedCommit = configuredCommit?.trim()
  if (trimmedCommit) return trimmedCommit.slice(0, 8)
  // Without this check git would search for a repository in the parent folders.
  if (!existsSync(join(checkout, '.git'))) return 'unknown'
  try {
    // git refuses to read a folder of another system user unless `safe.directory` allows it.
    const command = ['-c', 'safe.directory=*', 'rev-parse', '--short=8', 'HEAD']
    return execFileSync('git', command, {
      cwd: checkout,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
    }).trim()
  } catch {
    return 'unknown'
  }
}
