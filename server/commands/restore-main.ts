import { counted, reachForRestoring, readArguments, runCommand, UsageError } from './command.ts'
import { restorePortal } from './restore-portal.ts'

const USAGE = `npm run restore -- FILE [--replace everything] [--database-url postgresql://…]

Restores a backup into the database and the file store that the environment and .env name, while no portal runs on them.
The database must be empty; with --replace everything, what it holds is given up.`

await runCommand(USAGE, async (command) => {
  const { config, say } = command
  const { archive, replace, databaseUrl } = readOrder()
  const database = await reachForRestoring(command, databaseUrl)
  try {
    const { dataDir, s3, secondFactorKeyFile } = config
    const { connectionString } = database
    const restored = await restorePortal(
      { connectionString, dataDir, s3, secondFactorKeyFile, archive, replace },
      say,
    )
    say(
      `${counted(restored.rows, 'row')} and ${counted(restored.files, 'file')} are back, as they were at ${restored.heading.createdAt}`,
    )
    if (restored.missing > 0)
      say(`${counted(restored.missing, 'file')} were missing when the backup was made`)
    if (restored.migrated.length > 0) say(`brought up to this version: ${restored.migrated.join(', ')}`)
    say('Everybody logs in anew.')
    say('Nothing is posted until the office confirms the last printed numbers on the page Receipts.')
    if (restored.unopened > 0)
      say(
        `Two-step login of ${counted(restored.unopened, 'account')} was set up with a key that is not in ${secondFactorKeyFile}.\n` +
          '             Put the key file of the portal that made the backup there before the start. If it is lost, these accounts log in with a\n' +
          '             recovery code, or with the password alone after: npm run super-admin -- turn-off-two-step',
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
  if (!archive || more.length > 0) throw new UsageError('Which backup is to be restored?')
  if (replace !== undefined && replace !== 'everything')
    throw new UsageError("--replace must be followed by the word 'everything': that is what is given up.")
  return { archive, replace: replace === 'everything', databaseUrl }
}
