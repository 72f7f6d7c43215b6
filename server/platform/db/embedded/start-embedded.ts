import { spawn } from 'node:child_process'
import { chownSync, existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareBinaries } from './binaries.ts'
import { chooseClusterFolder } from './choose-cluster-folder.ts'
import { toConnectionString, ensureCluster, SUPERUSER } from './ensure-cluster.ts'
import { SOCKET_PORT, getProcessOptions } from './get-server-settings.ts'
import { loadPostmasterFile } from './load-postmaster-file.ts'
import { lockCluster } from './lock-cluster.ts'
import type { OrdinaryUser } from './ordinary-user.ts'
import {
  type ServerProcess,
  startServer,
  stopOrphan,
  stopServer,
  type SupervisorLog,
} from './server-process.ts'

export type EmbeddedDatabase = {
  connectionString: string
  superuserConnectionString: string
  cluster: string
  pid: () => number
  stop: () => Promise<void>
}

type EmbeddedOptions = {
  dataDir: string
  log: SupervisorLog
  durable?: boolean
}

/**
 * Starts the embedded PostgreSQL server on `dataDir`. Creates the cluster at the first start, stops a server
 * that an earlier portal left running, and restarts the server if it ends unexpectedly. Throws
 * ClusterInUseError, and errors whose message is shown to the operator.
 */
export async function startEmbedded({
  dataDir,
  log,
  durable = true,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { cluster, user, recordLocation } = chooseClusterFolder(dataDir)
  const lock = await lockCluster(`${cluster}.lock`)
  let watchdog: ReturnType<typeof startWatchdog> | undefined
  let socket: ReturnType<typeof chooseSocketFolder> | undefined
  let stopPromise: Promise<void> | undefined
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
    const previousSocketFolder = loadPostmasterFile(cluster)?.socketFolder
    await stopOrphan(cluster, log)
    socket = chooseSocketFolder(cluster, user, previousSocketFolder)
    watchdog = startWatchdog(cluster, user)
    const socketFolder = socket.folder
    const plan = { cluster, binaries, user, socketFolder, durable, log, onSpawn: watchdog.watch }
    const supervisedServer = superviseServer(await startServer(plan), () => startServer(plan), log)
    return {
      connectionString: toConnectionString(socketFolder),
      superuserConnectionString: toConnectionString(socketFolder, SUPERUSER, 'postgres'),
      cluster,
      pid: supervisedServer.pid,
      stop: () => (stopPromise ??= supervisedServer.stop().finally(cleanUp)),
    }
  } catch (error) {
    cleanUp()
    throw error
  }
}

function superviseServer(first: ServerProcess, start: () => Promise<ServerProcess>, log: SupervisorLog) {
  const stopController = new AbortController()
  const { signal } = stopController
  let server = first

  const restartUntilStopped = async (): Promise<void> => {
    while (!signal.aborted) {
      await server.exited
      for (
        let waitMs = 0;
        !signal.aborted && server.hasExited();
        waitMs = Math.min(waitMs * 2 + 500, 10_000)
      ) {
        log.warn('The database ended unexpectedly and is being started again.')
        await sleep(waitMs, undefined, { signal }).catch(() => {})
        if (signal.aborted) break
        try {
          server = await start()
        } catch (error) {
          log.warn(error instanceof Error ? error.message : String(error))
        }
      }
    }
  }
  const restartLoop = restartUntilStopped()

  return {
    pid: () => server.pid,
    stop: async (): Promise<void> => {
      stopController.abort()
      await stopServer(server.pid, server.hasExited)
      await restartLoop
      // `stop` may have been called while the server was being restarted, so the new server is stopped too.
      await stopServer(server.pid, server.hasExited)
    },
  }
}

/** The kernel's limit for a socket path, with the final NUL, is 108 bytes on Linux and 104 on macOS. */
const MAX_SOCKET_PATH = 103

const FOLDER_PREFIX = 'tahanan-'

/**
 * Returns the folder of the server's socket, which only the server's system user can open. This is the
 * cluster's folder; or a new temporary folder if that path is too long or contains a character that
 * PostgreSQL treats as a list separator. Deletes `previous`, the temporary folder of an interrupted run.
 */
function chooseSocketFolder(
  cluster: string,
  user: OrdinaryUser | undefined,
  previous: string | undefined,
): { folder: string; remove: () => void } {
  if (previous && previous !== cluster) removeSocketFolder(previous)
  const isShortPath = Buffer.byteLength(join(cluster, `.s.PGSQL.${SOCKET_PORT}.lock`)) <= MAX_SOCKET_PATH
  if (isShortPath && !/[",]/.test(cluster)) return { folder: cluster, remove: () => {} }
  const folder = mkdtempSync(join(existsSync('/tmp') ? '/tmp' : tmpdir(), FOLDER_PREFIX))
  if (user) chownSync(folder, user.uid, user.gid)
  return { folder, remove: () => removeSocketFolder(folder) }
}

function removeSocketFolder(folder: string): void {
  const isOwnFolder =
    folder.startsWith(`/tmp/${FOLDER_PREFIX}`) || folder.startsWith(join(tmpdir(), FOLDER_PREFIX))
  if (isOwnFolder && existsSync(folder) && lstatSync(folder).isDirectory())
    rmSync(folder, { recursive: true, force: true })
}

type Watchdog = {
  watch: (pid: number) => void
  dismiss: () => void
}

/**
 * Starts the watchdog, a shell script that stops the server when the portal dies. The kernel closes the
 * script's standard input when the portal ends, even by kill -9. The script then checks that the process is
 * still the server of this cluster, and sends it a fast shutdown. It runs in a separate session, so that
 * Ctrl-C does not end it.
 */
function startWatchdog(cluster: string, user: OrdinaryUser | undefined): Watchdog {
  const child = spawn('/bin/sh', ['-c', WATCHDOG_SCRIPT, 'tahanan-watchdog', cluster], {
    ...getProcessOptions(user),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.unref()
  // An open pipe would keep the portal's process running. `unref` prevents that.
  ;(child.stdin as Socket).unref()
  return {
    watch: (pid) => void child.stdin.write(`${pid}\n`),
    dismiss: () => void child.stdin.end('none\n'),
  }
}

// The script waits for postmaster.pid: it may not exist yet if the portal dies right after it started the
// server.
const WATCHDOG_SCRIPT = `
trap '' HUP INT TERM
pid=none
while read -r line; do pid=$line; done
[ "$pid" = none ] && exit 0
tries=0
while kill -0 "$pid" 2>/dev/null && [ "$tries" -lt 100 ]; do
  if [ "$(head -n 1 "$1/postmaster.pid" 2>/dev/null)" = "$pid" ]; then kill -INT "$pid"; exit 0; fi
  tries=$((tries + 1))
  sleep 0.1
done
`
