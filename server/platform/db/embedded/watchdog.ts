import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import type { OrdinaryUser } from './ordinary-user.ts'
import { processOptions } from './settings.ts'

/** A small process that stops the server when the portal dies without having done so. */
type Watchdog = {
  /** Names the server to watch; the last one named counts. */
  watch: (pid: number) => void
  dismiss: () => void
}

/**
 * Starts the watchdog, as a shell in a session of its own (a Ctrl-C meant for the portal does not reach it). Its
 * standard input is a pipe that the kernel closes with the portal, even at a kill -9. It then asks the server for a
 * fast shutdown, once it is sure that the process is still the server of this cluster.
 */
export function startWatchdog(cluster: string, user: OrdinaryUser | undefined): Watchdog {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'tahanan-watchdog', cluster], {
    ...processOptions(user),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.unref()
  // A pipe of a child process is a socket, which would keep a portal alive that has nothing left to do.
  ;(child.stdin as Socket).unref()
  return {
    watch: (pid) => void child.stdin.write(`${pid}\n`),
    dismiss: () => void child.stdin.end('none\n'),
  }
}

// postmaster.pid may not be written yet when the portal dies right after starting the server: hence the short wait.
const SCRIPT = `
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
