import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDataDir } from '../../create-folder.ts'
import { canReach, chooseOrdinaryUser, isRoot, type OrdinaryUser } from './ordinary-user.ts'

export const SYSTEM_FOLDER = '/var/lib/tahanan'
/** File in DATA_DIR with the path of the database folder (cluster), if that folder is in `SYSTEM_FOLDER`. */
export const LOCATION_FILE = 'database-location.txt'

type Placement = {
  cluster: string
  user: OrdinaryUser | undefined
  recordLocation?: () => void
}

/**
 * Returns the folder of the database (cluster): `dataDir/postgres`, or a folder in `SYSTEM_FOLDER` if root
 * runs the portal and no ordinary user can enter `dataDir`. The choice is saved: if the permissions of
 * `dataDir` change later, the portal must not create a second, empty database. Creates `dataDir`. Throws
 * errors whose message is shown to the operator.
 */
export function chooseClusterFolder(dataDir: string): Placement {
  createDataDir(dataDir)
  const folder = realpathSync(dataDir)
  const insideFolder = join(folder, 'postgres')
  if (!isRoot()) {
    requireOwnCluster(insideFolder)
    return { cluster: insideFolder, user: undefined }
  }

  const locationFile = join(folder, LOCATION_FILE)
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const systemClusterFolder = join(SYSTEM_FOLDER, hash, 'postgres')

  if (existsSync(locationFile)) {
    const recordedPath = readFileSync(locationFile, 'utf8').split('\n')[0]?.trim()
    if (recordedPath !== systemClusterFolder) {
      throw new Error(
        `${locationFile} names the database ${recordedPath}, which belongs to another folder: ` +
          'this one was moved or copied. ' +
          `Move that folder to ${systemClusterFolder} and correct the file, or delete the file to begin with an empty database.`,
      )
    }
    if (!existsSync(systemClusterFolder)) {
      throw new Error(
        `${locationFile} says that the database is in ${systemClusterFolder}, but nothing is there. ` +
          'Restore it, or delete the file to begin with an empty database.',
      )
    }
    return { cluster: systemClusterFolder, user: getOwner(systemClusterFolder) }
  }
  if (existsSync(insideFolder)) {
    const user = getOwner(insideFolder)
    if (canReach(folder, user)) return { cluster: insideFolder, user }
    throw new Error(
      `The database in ${insideFolder} belongs to ${user.name}, who can no longer enter ${folder}. ` +
        'Open the folders above it to that account again (chmod o+x).',
    )
  }
  const user = existsSync(systemClusterFolder) ? getOwner(systemClusterFolder) : chooseOrdinaryUser()
  if (!existsSync(systemClusterFolder) && canReach(folder, user)) return { cluster: insideFolder, user }
  mkdirSync(join(SYSTEM_FOLDER, hash), { recursive: true, mode: 0o755 })
  return {
    cluster: systemClusterFolder,
    user,
    recordLocation: () =>
      writeFileSync(
        locationFile,
        `${systemClusterFolder}\n\n` +
          'The database of this folder is there: the portal was started by root, PostgreSQL does not run as\n' +
          `root, and the account ${user.name} cannot enter this folder. Back up both.\n`,
      ),
  }
}

function requireOwnCluster(cluster: string): void {
  if (existsSync(cluster) && statSync(cluster).uid !== process.getuid?.()) {
    throw new Error(
      `The database in ${cluster} belongs to another account (uid ${statSync(cluster).uid}). ` +
        'Start the portal as the user who created it.',
    )
  }
}

function getOwner(cluster: string): OrdinaryUser {
  const { uid, gid } = statSync(cluster)
  if (uid === 0)
    throw new Error(
      `${cluster} belongs to root, as whom PostgreSQL does not run. Give it to an account of its own.`,
    )
  return { name: `uid ${uid}`, uid, gid }
}
