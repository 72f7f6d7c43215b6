// Makes one backup for start-backup.ts. Standard input has the order as a line of JSON; its end aborts the backup.
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { describeFailure, createBackup, type BackupOrder } from './create-backup.ts'

setPriority(10)
const gone = new AbortController()
const lines = createInterface({ input: process.stdin })
lines.on('close', () => gone.abort())
process.on('SIGTERM', () => gone.abort())
// The portal handles Ctrl-C and closes standard input.
process.on('SIGINT', () => {})

lines.once('line', (line) => {
  createBackup(JSON.parse(line) as BackupOrder, gone.signal).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(describeFailure(error))
      process.exit(1)
    },
  )
})
