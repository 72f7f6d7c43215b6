import { spawn } from 'node:child_process'
import type { BackupOrder } from './make-backup.ts'

/** A backup that a process of its own makes. */
export interface ChildBackup {
  /** Whether it was made. Never rejects: why it failed stands in the table `backups`. */
  readonly done: Promise<boolean>
  /** Aborts it and waits until the process has ended. */
  stop(): Promise<void>
}

const CHILD = new URL('./child-main.ts', import.meta.url).pathname

/**
 * Makes a backup in a child process of low priority: checksums and compression take a processor of their own, and neither a call
 * nor a live event waits for it. It ends with the portal, however that ends.
 */
export function backupInChild(order: BackupOrder, warn: (what: string) => void): ChildBackup {
  // Small: two pieces of four megabytes and what streams hold.
  const child = spawn(process.execPath, ['--max-old-space-size=256', CHILD], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: process.env,
  })
  child.stdin.on('error', () => {})
  // Sent through a pipe: the command line is visible to other users, and the address may hold a password. The pipe stays open:
  // its end tells the child that the portal is gone.
  child.stdin.write(`${JSON.stringify(order)}\n`)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000)
  })
  const done = new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      warn(error.message)
      resolve(false)
    })
    child.once('close', (code) => {
      if (code !== 0 && said.trim() !== '') warn(said.trim())
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
