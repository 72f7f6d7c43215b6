import { openDatabase } from '#platform/db/client.ts'
import { createBucket } from '#platform/files/store/bucket.ts'
import { claimBucket } from '#platform/files/store/require-own-bucket.ts'
import { UsageError } from './command-line.ts'
import { openExistingDatabase, runCommand } from './command.ts'

const TAKE_BUCKET_COMMAND = {
  name: 'take-bucket',
  about: `Makes the configured database the owner of the configured bucket (S3_BUCKET, S3_PREFIX): after a restore into a new
database server, or a change of the server. The portal that used the bucket before must have ended for good: of two
portals on one bucket, each would remove the files of the other.`,
  options: { yes: { text: 'Says that no other portal uses the bucket. Without it nothing is done.' } },
  examples: ['--yes'],
} as const

await runCommand(TAKE_BUCKET_COMMAND, async (command) => {
  const { config, print, values } = command
  if (!config.s3) throw new Error('No bucket is configured (S3_BUCKET).')
  if (!values.yes) throw new UsageError('Add --yes if no other portal uses the bucket.')
  const database = await openExistingDatabase(command)
  const { db, close } = openDatabase({ connectionString: database.connectionString, poolSize: 1 })
  try {
    const bucket = createBucket(config.s3)
    await claimBucket(bucket, db)
    print(`${bucket.name} belongs to this database now`)
  } finally {
    await close()
    await database.stop()
  }
})
