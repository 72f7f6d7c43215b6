import { formatCount, openForRestoring, readArguments, runCommand, UsageError } from './command.ts'
import { restorePortal } from './restore-portal.ts'

const USAGE = `npm run restore -- FILE [--replace everything] [--database-url postgresql://…]

Restores a backup into the configured database and file store. The portal must be stopped.
The database must be empty; --replace everything overwrites its data.`

await runCommand(USAGE, async (command) => {
  const { config, print } = command
  const { archive, replace, databaseUrl } = readOrder()
  const database = await openForRestoring(command, databaseUrl)
  try {
    const { dataDir, s3, secondFactorKeyFile } = config
    const { connectionString } = database
    const restored = await restorePortal(
      { connectionString, dataDir, s3, secondFactorKeyFile, archive, replace },
      print,
    )
    const counts = `${formatCount(restored.rows, 'row')} and ${formatCount(restored.files, 'file')}`
    print(`restored ${counts} of ${restored.heading.createdAt}`)
    if (restored.missing > 0)
      print(`${formatCount(restored.missing, 'file')} were missing when the backup was made`)
    if (restored.migrated.length > 0) print(`migrated to this version: ${restored.migrated.join(', ')}`)
    print('All sessions have ended; users log in again.')
    print('Nothing is posted until the office confirms the last printed numbers on the page Receipts.')
    if (restored.unopened > 0)
      print(
        `Two-step login of ${formatCount(restored.unopened, 'account')} needs a key that is not in\n` +
          `             ${secondFactorKeyFile}. Copy the key file of the backed-up portal there before\n` +
          '             the start. If it is lost, these accounts log in with a recovery code, or with the\n' +
          '             password alone after: npm run super-admin -- turn-off-two-step',
      )
  } finally {
    await database.stop()
  }
})

function readOrder() {
  const { positionals, values } = readArguments({
    allowPositionals: true,
    options: { replace: { type: 'string' }, 'database-url': { type: 'string' } },
  })
  const [archive, ...more] = positionals
  const { replace, 'database-url': databaseUrl } = values
  if (!archive || more.length > 0) throw new UsageError('Name one backup to restore.')
  if (replace !== undefined && replace !== 'everything')
    throw new UsageError("--replace needs the word 'everything', since all data is overwritten.")
  return { archive, replace: replace === 'everything', databaseUrl }
}
