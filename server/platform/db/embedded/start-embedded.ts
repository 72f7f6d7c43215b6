import { setTimeout as sleep } from 'node:timers/promises'
import { prepareBinaries } from './binaries.ts'
import { lockCluster } from './cluster-lock.ts'
import { addressOf, ensureCluster, SUPERUSER } from './initdb.ts'
import { placeCluster } from './placement.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import {
  type ServerProcess,
  startServer,
  stopOrphan,
  stopServer,
  type SupervisorLog,
} from './server-process.ts'
import { chooseSocketFolder } from './socket-folder.ts'
import { startWatchdog } from './watchdog.ts'

/** The embedded PostgreSQL while it runs. */
export type EmbeddedDatabase = {
  /** Connects as the portal's role to its database, over the private socket. */
  connectionString: string
  /** Connects as the superuser to the database `postgres`: for the test harness and repairs, not for the portal. */
  superuserConnectionString: string
  /** The folder of the cluster. */
  cluster: string
  /** The process number of the server that runs now. */
  pid: () => number
  /** Stops the server cleanly and lets the next portal have the cluster. */
  stop: () => Promise<void>
}

type EmbeddedOptions = {
  dataDir: string
  log: SupervisorLog
  /** False switches the disk's safety off: for the test harness, never for data that anyone wants to keep. */
  durable?: boolean
}

/**
 * Starts the PostgreSQL that comes with the portal on `dataDir`, making the cluster at the first start; a server that an
 * earlier portal left behind is stopped first, and one that dies while the portal lives is started again.
 * Throws ClusterInUseError when another living portal uses `dataDir`, and an Error with a sentence for the operator otherwise.
 */
export async function startEmbedded({
  dataDir,
  log,
  durable = true,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { cluster, user, recordLocation } = placeCluster(dataDir)
  const lock = await lockCluster(`${cluster}.lock`)
  let watchdog: ReturnType<typeof startWatchdog> | undefined
  let socket: ReturnType<typeof chooseSocketFolder> | undefined
  let stopped: Promise<void> | undefined
  const cleanUp = (): void => {
    watchdog?.dismiss()
    socket?.remove()
    lock.release()
  }

  try {
    const binaries = prepareBinaries(user)
    if ((await ensureCluster(cluster, binaries, user, { durable })) === 'created') {
      log.info(`A new database was made in ${cluster}.`)
    }
    recordLocation?.()
    const previous = readPostmasterFile(cluster)?.socketFolder
    await stopOrphan(cluster, log)
    socket = chooseSocketFolder(cluster, user, previous)
    watchdog = startWatchdog(cluster, user)
    const socketFolder = socket.folder
    const plan = { cluster, binaries, user, socketFolder, durable, log, onSpawn: watchdog.watch }
    const kept = keepRunning(await startServer(plan), () => startServer(plan), log)
    return {
      connectionString: addressOf(socketFolder),
      superuserConnectionString: addressOf(socketFolder, SUPERUSER, 'postgres'),
      cluster,
      pid: kept.pid,
      stop: () => (stopped ??= kept.stop().finally(cleanUp)),
    }
  } catch (error) {
    cleanUp()
    throw error
  }
}

/** Starts the server again whenever it ends without having been asked to, at first at once, then ever more slowly. */
function keepRunning(first: ServerProcess, start: () => Promise<ServerProcess>, log: SupervisorLog) {
  const stopping = new AbortController()
  const { signal } = stopping
  let server = first

  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await server.exited
      for (let wait = 0; !signal.aborted && server.hasExited(); wait = Math.min(wait * 2 + 500, 10_000)) {
        log.warn('The database ended unexpectedly and is being started again.')
        await sleep(wait, undefined, { signal }).catch(() => {})
        if (signal.aborted) break
        try {
          server = await start()
        } catch (error) {
          log.warn(error instanceof Error ? error.message : String(error))
        }
      }
    }
  }
  const watching = watch()

  return {
    pid: () => server.pid,
    stop: async (): Promise<void> => {
      stopping.abort()
      await stopServer(server.pid, server.hasExited)
      await watching
      // A restart may have been under way when stop was called.
      await stopServer(server.pid, server.hasExited)
    },
  }
}
