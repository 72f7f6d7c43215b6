import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'

/** System user that runs PostgreSQL if root runs the portal, because PostgreSQL refuses to run as root. */
export type OrdinaryUser = { name: string; uid: number; gid: number }

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

export const describeRoot = (dataDir: string): string =>
  'Warning: this runs as root. A flaw of the portal would have all rights on the machine. Give the data an account of ' +
  `its own (chown -R tahanan ${dataDir}); the portal and its commands then switch to it.`

export function chooseOrdinaryUser(): OrdinaryUser {
  for (const name of ['postgres', process.env['SUDO_USER'], 'nobody']) {
    const user = name ? findSystemUser(name) : undefined
    if (user && user.uid !== 0) return user
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no account postgres or nobody to run it as. ' +
      'Start the portal as an ordinary user.',
  )
}

export function canReach(path: string, user: OrdinaryUser): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const executableBit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & executableBit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

function findSystemUser(name: string): OrdinaryUser | undefined {
  const loadUserId = (flag: string): number =>
    // `| 0` converts to a signed number: on macOS the uid of `nobody` is printed as 4294967294, but system
    // calls expect -2.
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) | 0
  try {
    return { name, uid: loadUserId('-u'), gid: loadUserId('-g') }
  } catch {
    return undefined
  }
}
