import { SuperAdminSelectionError, resetSuperAdmin } from '#features/sessions/reset-super-admin.ts'
import { turnOffSecondFactors } from '#features/sessions/second-factor/turn-off-second-factors.ts'
import { openDatabase, type Db } from '#platform/db/client.ts'
import { requireMigratedSchema } from '#platform/db/migrate.ts'
import { UsageError } from './command-line.ts'
import { openExistingDatabase, runCommand } from './command.ts'

const TASKS = ['reset-password', 'turn-off-two-step'] as const

const SUPER_ADMIN_COMMAND = {
  name: 'super-admin',
  about: `reset-password makes a new password for the super-administrator, prints it once, and turns two-step login off. Use it
if the password or the phone with the authenticator app is lost. Several super-administrators: name the e-mail address.
turn-off-two-step turns two-step login off for all accounts of the office, or for the named one. Use it if the key
file of two-step login is lost. The portal may run meanwhile.`,
  operands: { form: `${TASKS.join('|')} [E-MAIL]`, most: 2 },
  options: {},
  examples: ['reset-password', 'turn-off-two-step office@example.ph'],
} as const

await runCommand(SUPER_ADMIN_COMMAND, async (command) => {
  const [name, email] = command.operands
  const task = TASKS.find((taskName) => taskName === name)
  if (task === undefined) throw new UsageError(`Name one task: ${TASKS.join(' or ')}.`)
  const openedDatabase = await openExistingDatabase(command)
  try {
    const database = openDatabase({ connectionString: openedDatabase.connectionString, poolSize: 1 })
    try {
      await requireMigratedSchema(database.db)
      if (task === 'reset-password') await resetPassword(database.db, email)
      else await turnOffTwoStep(database.db, command.config.secondFactorKeyFile, email)
    } finally {
      await database.close()
    }
  } catch (error) {
    throw error instanceof SuperAdminSelectionError ? new Error(error.message) : error
  } finally {
    await openedDatabase.stop()
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

async function turnOffTwoStep(db: Db, keyFile: string, email: string | undefined): Promise<void> {
  const logins = await turnOffSecondFactors(db, keyFile, email)
  if (email !== undefined && logins.length === 0)
    throw new Error('No account with this e-mail address has two-step login.')
  console.log(
    logins.length === 0
      ? '\nNo account has two-step login.\n'
      : '\nTwo-step login is off. These accounts log in with their password until they turn it on again:\n\n' +
          logins.map((login) => `  ${login}\n`).join(''),
  )
}
