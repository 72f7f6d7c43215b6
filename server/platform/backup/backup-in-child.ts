import { spawn } from 'node:child_process'
import type { BackupOrder } from './create-backup.ts'

/** A backup running in a child process. */
export interface ChildBackup {
  /** Whether it succeeded. Never rejects: the table `backups` has the reason of a failure. */
  readonly done: Promise<boolean>
  /** Aborts it and waits until the process has ended. */
  stop(): Promise<void>
}

const CHILD = new URL('./child-main.ts', import.meta.url).pathname

/**
 * Makes a backup in a child process of low priority, so that checksums and compression do not delay calls and
 * live events. The child ends with the portal, also after a crash.
 */
export function backupInChild(order: BackupOrder, warn: (what: string) => void): ChildBackup {
  // Enough for two pieces of 4 MB and the buffers of streams.
  const child = spawn(process.execPath, ['--max-old-space-size=256', CHILD], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: process.env,
  })
  child.stdin.on('error', () => {})
  // Sent through a pipe: other users can read the command line, and the address may hold a password. The pipe
  // stays open, since its end signals that the portal is gone.
  child.stdin.write(`${JSON.stringify(order)}\n`)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2000)
  })
  const done = new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      warn(error.message)
      resolve(false)
    })
    child.once('close', (code) => {
      if (code !== 0 && errors.trim() !== '') warn(errors.trim())
      resolve(code === 0)
    })
  })
  return {
    done,
    async stop() {
      child.stdin.end()
      const killed = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await done
      clearTimeout(killed)
    },
  }
}
