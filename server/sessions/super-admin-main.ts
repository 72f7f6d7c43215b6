import { parseArgs } from 'node:util'
import { UsageError, reachForReading, runCommand } from '../backup/command.ts'
import { openDatabase } from '../db/client.ts'
import { requireMigrated } from '../db/migrate.ts'
import { WhichSuperAdminError, resetSuperAdmin } from './reset-super-admin.ts'

const USAGE = `npm run super-admin -- reset-password [E-MAIL]

Makes a new password for the super-administrator, prints it once, and turns two-step login off; for when the password or the
phone with the authenticator app is lost. The portal may run meanwhile. The e-mail address is needed where there are several.`

await runCommand(USAGE, async (command) => {
  const email = readArguments(process.argv.slice(2))
  const reached = await reachForReading(command)
  try {
    const database = openDatabase({ connectionString: reached.connectionString, poolSize: 1 })
    try {
      await requireMigrated(database.db)
      const login = await resetSuperAdmin(database.db, email)
      console.log(
        `\nThe super-administrator's new password; it is shown only now:\n\n  ${login.email}    ${login.password}\n\n` +
          'Two-step login is off and all sessions have ended. Please choose a password of your own after logging in.\n',
      )
    } finally {
      await database.close()
    }
  } catch (error) {
    throw error instanceof WhichSuperAdminError ? new UsageError(error.message) : error
  } finally {
    await reached.stop()
  }
})

function readArguments(args: string[]): string | undefined {
  let words: string[]
  try {
    words = parseArgs({ args, allowPositionals: true, options: {} }).positionals
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  const [what, email, more] = words
  if (what !== 'reset-password' || more !== undefined) throw new UsageError('What is to be done?')
  return email
}
