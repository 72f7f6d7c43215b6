import { WhichSuperAdminError, resetSuperAdmin } from '#features/sessions/reset-super-admin.ts'
import { turnOffSecondFactors } from '#features/sessions/second-factor/turn-off-second-factors.ts'
import { openDatabase, type Db } from '#platform/db/client.ts'
import { requireMigrated } from '#platform/db/migrate.ts'
import { UsageError, openForReading, readArguments, runCommand } from './command.ts'

const USAGE = `npm run super-admin -- reset-password [E-MAIL]
npm run super-admin -- turn-off-two-step [E-MAIL]

reset-password makes a new password for the super-administrator, prints it once, and turns two-step login off. Use it
if the password or the phone with the authenticator app is lost. Several super-administrators: name the e-mail address.
turn-off-two-step turns two-step login off for all accounts of the office, or for the named one. Use it if the key
file of two-step login is lost. The portal may run meanwhile.`

const TASKS = ['reset-password', 'turn-off-two-step'] as const

await runCommand(USAGE, async (command) => {
  const { task, email } = readTask()
  const opened = await openForReading(command)
  try {
    const database = openDatabase({ connectionString: opened.connectionString, poolSize: 1 })
    try {
      await requireMigrated(database.db)
      if (task === 'reset-password') await resetPassword(database.db, email)
      else await turnOff(database.db, command.config.secondFactorKeyFile, email)
    } finally {
      await database.close()
    }
  } catch (error) {
    throw error instanceof WhichSuperAdminError ? new UsageError(error.message) : error
  } finally {
    await opened.stop()
  }
})

async function resetPassword(db: Db, email: string | undefined): Promise<void> {
  const login = await resetSuperAdmin(db, email)
  console.log(
    '\nNew password of the super-administrator, shown only once:\n\n' +
      `  ${login.email}    ${login.password}\n\n` +
      'Two-step login is off and all sessions have ended. Please choose your own password after logging in.\n',
  )
}

async function turnOff(db: Db, keyFile: string, email: string | undefined): Promise<void> {
  const logins = await turnOffSecondFactors(db, keyFile, email)
  if (email !== undefined && logins.length === 0)
    throw new UsageError('No account with this e-mail address has two-step login.')
  console.log(
    logins.length === 0
      ? '\nNo account has two-step login.\n'
      : '\nTwo-step login is off. These accounts log in with their password until they turn it on again:\n\n' +
          logins.map((login) => `  ${login}\n`).join(''),
  )
}

function readTask(): { task: (typeof TASKS)[number]; email: string | undefined } {
  const [name, email, more] = readArguments({ allowPositionals: true, options: {} }).positionals
  const task = TASKS.find((known) => known === name)
  if (task === undefined || more !== undefined) throw new UsageError('Name one task.')
  return { task, email }
}
