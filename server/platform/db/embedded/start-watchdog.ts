import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import type { OrdinaryUser } from './ordinary-user.ts'
import { processOptions } from './server-settings.ts'

/** A process that stops the server after a crash of the portal. */
type Watchdog = {
  /** Sets the process number of the server to stop. */
  watch: (pid: number) => void
  dismiss: () => void
}

/**
 * Starts the watchdog as a shell in a separate session, out of reach of Ctrl-C. The kernel closes its
 * standard input when the portal ends, even by kill -9. It then checks that the process is still the server
 * of this cluster, and sends it a fast shutdown.
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
  // The pipe must not keep the event loop of the portal alive.
  ;(child.stdin as Socket).unref()
  return {
    watch: (pid) => void child.stdin.write(`${pid}\n`),
    dismiss: () => void child.stdin.end('none\n'),
  }
}

// Waits because postmaster.pid may not exist yet if the portal dies right after starting the server.
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
