import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDecryptionKeys } from '#platform/backup/archive/encryption.ts'
import { UsageError } from './command-line.ts'
import {
  describeDrillDatabase,
  formatCount,
  openTargetDatabase,
  parseDatabaseUrl,
  runCommand,
} from './command.ts'
import { restorePortal } from './restore-portal.ts'

const RESTORE_COMMAND = {
  name: 'restore',
  about: `Restores a backup into the configured database and file store. The portal must be stopped.
The database must be empty, unless --replace everything is given. With several machines, first join the
files DATA_DIR/erasures.jsonl of all machines into the one of this machine: docs/scaling.md, 'Erasures'.`,
  operands: { form: 'FILE', most: 1 },
  options: {
    replace: { value: 'everything', text: 'Deletes what the database holds.' },
    identity: { value: 'FILE', text: 'File with the secret key of an encrypted backup (age).' },
    'database-url': { value: 'ADDRESS', text: 'Database to restore into, instead of the configured one.' },
  },
  examples: [
    'tahanan-2026-11-21T02-30-00Z-schedule.tar',
    'tahanan-2026-11-21T02-30-00Z-schedule.tar --replace everything',
    'tahanan-2026-11-21T02-30-00Z-schedule.tar.age --identity backup-key.txt',
  ],
} as const

await runCommand(RESTORE_COMMAND, async (command) => {
  const { config, print, values, operands } = command
  const [archive] = operands
  if (archive === undefined) throw new UsageError('Name the backup to restore.')
  if (values.replace !== undefined && values.replace !== 'everything')
    throw new UsageError("--replace needs the word 'everything', since all data is overwritten.")
  const replacesEverything = values.replace === 'everything'
  const targetUrl = values['database-url']
  const namedDatabase = targetUrl === undefined ? undefined : parseDatabaseUrl('--database-url', targetUrl)
  const identities = values.identity === undefined ? undefined : loadIdentities(values.identity)
  // Looks for the file first. Otherwise the command would create the target database although it cannot
  // restore anything.
  if (!existsSync(archive)) throw new Error(`There is no file ${archive}.`)
  const database = await openTargetDatabase(command, namedDatabase)
  try {
    const { dataDir, s3, secondFactorKeyFile } = config
    const { connectionString } = database
    const restoreResult = await restorePortal(
      {
        connectionString,
        dataDir,
        s3,
        secondFactorKeyFile,
        archive,
        identities,
        replace: replacesEverything,
      },
      print,
    )
    const countsText = `${formatCount(restoreResult.rows, 'row')} and ${formatCount(restoreResult.files, 'file')}`
    print(`restored ${countsText} of ${restoreResult.heading.createdAt}`)
    if (restoreResult.missing > 0) print(`files missing when the backup was made: ${restoreResult.missing}`)
    if (restoreResult.migrated.length > 0)
      print(`migrated to this version: ${restoreResult.migrated.join(', ')}`)
    print(
      restoreResult.erasures === undefined
        ? `no record of erasures was found (${join(dataDir, 'erasures.jsonl')}): people who were erased after the backup are back`
        : `${formatCount(restoreResult.erasures, 'erasure')} after the backup repeated`,
    )
    // With Redis or a bucket, the portal may run on several machines.
    if (config.redisUrl !== undefined || s3 !== undefined)
      print(
        'Erasures of other machines are repeated only if their erasures.jsonl were joined into ' +
          'the file of this one.\n' +
          "             If not, join them (docs/scaling.md, 'Erasures') and restore again.",
      )
    print('All sessions have ended; users log in again.')
    print('Passes of guests have new codes and links; residents send them again.')
    print('Nothing is posted until the office confirms the last printed numbers on the page Receipts.')
    if (restoreResult.unreadableSecretCount > 0)
      print(
        `Two-step login of ${formatCount(restoreResult.unreadableSecretCount, 'account')} needs a key that is not in\n` +
          `             ${secondFactorKeyFile}. Copy the key file of the backed-up portal there before\n` +
          '             the start. If it is lost, these accounts log in with a recovery code, or with the\n' +
          '             password alone after: npm run super-admin -- turn-off-two-step',
      )
    if (config.drill) print(describeDrillDatabase(config.dataDir))
  } finally {
    await database.stop()
  }
})

/**
 * Loads the secret keys that decrypt a backup. Throws UsageError, whose message contains nothing of the file.
 */
function loadIdentities(path: string): string[] {
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`)
  const identities = parseDecryptionKeys(readFileSync(path, 'utf8'))
  if (identities.length === 0) throw new UsageError(`${path} holds no secret key (AGE-SECRET-KEY-…).`)
  return identities
}
