// Makes one backup for a portal: the request comes as a line of JSON on standard input, whose end means that the portal is gone
// or aborts the backup. See backup-in-child.ts.
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { explain, makeBackup, type BackupOrder } from './make-backup.ts'

setPriority(10)
const gone = new AbortController()
const lines = createInterface({ input: process.stdin })
lines.on('close', () => gone.abort())
process.on('SIGTERM', () => gone.abort())
// Ctrl-C is meant for the portal, which then says so itself.
process.on('SIGINT', () => {})

lines.once('line', (line) => {
  makeBackup(JSON.parse(line) as BackupOrder, gone.signal).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(explain(error))
      process.exit(1)
    },
  )
})
