import { setTimeout as sleep } from 'node:timers/promises'
import { prepareBinaries } from './binaries.ts'
import { chooseSocketFolder } from './choose-socket-folder.ts'
import { toConnectionString, ensureCluster, SUPERUSER } from './ensure-cluster.ts'
import { loadPostmasterFile } from './load-postmaster-file.ts'
import { lockCluster } from './lock-cluster.ts'
import { placeCluster } from './place-cluster.ts'
import {
  type ServerProcess,
  startServer,
  stopOrphan,
  stopServer,
  type SupervisorLog,
} from './server-process.ts'
import { startWatchdog } from './start-watchdog.ts'

/** The running embedded PostgreSQL. */
export type EmbeddedDatabase = {
  /** Address of the portal's database, for its own role. */
  connectionString: string
  /** Address of the database `postgres` for the superuser; only for tests and repairs. */
  superuserConnectionString: string
  /** The folder of the cluster. */
  cluster: string
  /** Process number of the current server. */
  pid: () => number
  /** Stops the server and unlocks the cluster. */
  stop: () => Promise<void>
}

type EmbeddedOptions = {
  dataDir: string
  log: SupervisorLog
  /** False turns durability off; only for tests. */
  durable?: boolean
}

/**
 * Starts the embedded PostgreSQL on `dataDir`; creates the cluster at the first start, stops a server that an
 * earlier portal left running, and restarts the server if it ends. Throws ClusterInUseError and errors for
 * the operator.
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
    const previous = loadPostmasterFile(cluster)?.socketFolder
    await stopOrphan(cluster, log)
    socket = chooseSocketFolder(cluster, user, previous)
    watchdog = startWatchdog(cluster, user)
    const socketFolder = socket.folder
    const plan = { cluster, binaries, user, socketFolder, durable, log, onSpawn: watchdog.watch }
    const kept = keepRunning(await startServer(plan), () => startServer(plan), log)
    return {
      connectionString: toConnectionString(socketFolder),
      superuserConnectionString: toConnectionString(socketFolder, SUPERUSER, 'postgres'),
      cluster,
      pid: kept.pid,
      stop: () => (stopped ??= kept.stop().finally(cleanUp)),
    }
  } catch (error) {
    cleanUp()
    throw error
  }
}

/** Restarts the server with backoff whenever it ends unexpectedly. */
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
      // A restart may be in progress when `stop` is called.
      await stopServer(server.pid, server.hasExited)
    },
  }
}
