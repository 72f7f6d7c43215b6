// Child process that makes one backup, started by start-backup.ts. Reads the order as one line of JSON from
// standard input. The backup is aborted when standard input is closed.
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { describeFailure, createBackup, type CreateBackupOptions } from './create-backup.ts'

setPriority(10)
const abortController = new AbortController()
const lines = createInterface({ input: process.stdin })
lines.on('close', () => abortController.abort())
process.on('SIGTERM', () => abortController.abort())
// Ctrl-C is ignored here. The portal handles it and closes standard input, which aborts the backup.
process.on('SIGINT', () => {})

lines.once('line', (line) => {
  createBackup(JSON.parse(line) as CreateBackupOptions, abortController.signal).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(describeFailure(error))
      process.exit(1)
    },
  )
})
