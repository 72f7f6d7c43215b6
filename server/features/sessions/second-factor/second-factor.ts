import type { UpdateObject } from 'kysely'
import { findCommunityName } from '#features/settings/website-settings.ts'
import type { Actor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { CLOCK, secondsAgo } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { PortalError, createInvalidInputError } from '#platform/errors.ts'
import { runInTransaction } from '#platform/platform-context.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { SECOND_FACTOR_LIMITS } from '@tahanan/contract/limits.ts'
import type { AuthenticatorSecret } from '@tahanan/contract/sessions/answers.ts'
import { ACCOUNT_TABLES } from '../accounts.ts'
import { confirmPassword } from '../confirm-password.ts'
import { tryLoginWithAudit } from '../record-login.ts'
import { endSessions } from '../sessions.ts'
import { toOfficeAccount, toSecretOwner, findSecondFactor, type OfficeAccount } from '../to-office-account.ts'
import {
  createSecret,
  renderSecretQrCode,
  formatSecret,
  toSecretUri,
  findStepOfCode,
} from './authenticator.ts'
import { countGuess, reportWrongCode } from './code-guess.ts'
import { consumeCode } from './consume-code.ts'
import type { SessionServices } from './open-second-factor-key.ts'
import { removeRecoveryCodes, replaceRecoveryCodes } from './replace-recovery-codes.ts'
import { sealSecret, unsealSecret } from './seal-secret.ts'

/**
 * Starts the setup of an authenticator app: creates a secret for it, which replaces the secret of an
 * unfinished setup. Logins do not require a code until `confirmSecondFactor`. Throws `secondFactorOn` (409),
 * and the errors of `confirmPassword`.
 */
export async function beginSecondFactor(
  services: SessionServices,
  actor: Actor,
  password: string,
  address: string,
): Promise<AuthenticatorSecret> {
  const account = toOfficeAccount(actor)
  await confirmPassword(services.db, actor, { password, address })
  const secret = createSecret()
  const sealedSecret = sealSecret(services.secondFactorKey, secret, toSecretOwner(account))
  const login = await runInTransaction(services, async (tx) => {
    const factor = await lockAccountWithoutFactor(tx, account)
    await tx
      .insertInto('second_factor_setups')
      .values({ area: account.area, account_id: account.id, secret: sealedSecret })
      .onConflict((conflict) =>
        conflict.columns(['area', 'account_id']).doUpdateSet({ secret: sealedSecret, created_at: CLOCK }),
      )
      .execute()
    return factor.login
  })
  const uri = toSecretUri(secret, { issuer: await findCommunityName(services.db), login })
  return { secret: formatSecret(secret), uri, qr: await renderSecretQrCode(uri) }
}

async function lockAccountWithoutFactor(tx: Tx, account: OfficeAccount) {
  const factor = await findSecondFactor(tx, account, { lock: true })
  if (!factor) throw new PortalError('noSession')
  if (factor.since) throw new PortalError('secondFactorOn')
  return factor
}

/**
 * Turns the second factor on after the first right code, which cannot be used again. Returns the recovery
 * codes, which cannot be shown again. Ends the account's other sessions, because they were opened with the
 * password alone. Throws 400 at `code`, and `setupEnded` (409) if no setup was started in the last 15
 * minutes.
 */
export async function confirmSecondFactor(
  services: SessionServices,
  actor: Actor,
  code: string,
): Promise<string[]> {
  const account = toOfficeAccount(actor)
  return runInTransaction(services, async (tx) => {
    const factor = await lockAccountWithoutFactor(tx, account)
    const setup = await tx
      .selectFrom('second_factor_setups')
      .select('secret')
      .where('area', '=', account.area)
      .where('account_id', '=', account.id)
      .where('created_at', '>', secondsAgo(SECOND_FACTOR_LIMITS.setupSeconds))
      .executeTakeFirst()
    if (!setup) throw new PortalError('setupEnded')
    const secret = unsealSecret(services.secondFactorKey, setup.secret, toSecretOwner(account))
    const codeStep = findStepOfCode(secret, code.replaceAll(/\s/g, ''), factor.now)
    if (codeStep === null) throw createWrongCodeError()
    await saveFactor(tx, account, { totp_secret: setup.secret, totp_since: CLOCK, totp_step: codeStep })
    await endSetup(tx, account)
    await endSessions(tx, account.area, account.id, actor.sessionId)
    await publishEvent(tx, 'account', account)
    return replaceRecoveryCodes(tx, account)
  })
}

/**
 * Turns off the caller's second factor. Requires the password and a code (app or recovery). A wrong password
 * or code counts as a failed login. Throws 400 at the field, `noSecondFactor` (409) if the second factor is
 * off, and 429 after too many failed logins.
 */
export async function turnOffSecondFactor(
  services: SessionServices,
  actor: Actor,
  { password, code }: { password: string; code: string },
  address: string,
): Promise<void> {
  const account = toOfficeAccount(actor)
  await confirmPassword(services.db, actor, { password, address })
  await runWithVerifiedCode(services, account, { code, address }, (tx) => removeSecondFactor(tx, account))
}

interface TypedCode {
  readonly code: string
  readonly address: string
}

/**
 * Uses up a code (app or recovery) and calls `operation` in the same transaction. A wrong code counts as a
 * failed login and toward the daily limit of wrong codes; the owner is mailed after several. Throws 400 at
 * `code`, `noSecondFactor` (409) if the second factor is off, and 429 after too many failed logins or, by
 * `countGuess`, too many wrong codes.
 */
export async function runWithVerifiedCode(
  services: SessionServices,
  account: OfficeAccount,
  { code, address }: TypedCode,
  operation: (tx: Tx) => Promise<void>,
): Promise<void> {
  const factor = await findSecondFactor(services.db, account)
  if (!factor) throw new PortalError('noSession')
  if (!factor.since) throw new PortalError('noSecondFactor')
  const { login } = factor
  const guess = { account, login, code, address }
  await tryLoginWithAudit(services.db, { ...account, login, address }, async (attempt) => {
    const codeAttempt = await countGuess(services.db, guess, attempt)
    const isCodeUsed = await runInTransaction(services, async (tx) => {
      const codeKind = await consumeCode(tx, services.secondFactorKey, account, code)
      if (codeKind === 'off') throw new PortalError('noSecondFactor')
      if (codeKind) await operation(tx)
      return codeKind
    })
    if (!isCodeUsed) {
      await reportWrongCode(services, guess)
      throw createWrongCodeError()
    }
    await attempt.withdraw()
    await codeAttempt?.right()
  })
}

/**
 * Replaces the caller's recovery codes and returns the new ones. Throws `noSecondFactor` (409), and the
 * errors of `confirmPassword`.
 */
export async function renewRecoveryCodes(
  services: SessionServices,
  actor: Actor,
  password: string,
  address: string,
): Promise<string[]> {
  const account = toOfficeAccount(actor)
  await confirmPassword(services.db, actor, { password, address })
  return runInTransaction(services, async (tx) => {
    const factor = await findSecondFactor(tx, account, { lock: true })
    if (!factor?.since) throw new PortalError('noSecondFactor')
    const codes = await replaceRecoveryCodes(tx, account)
    await publishEvent(tx, 'account', account)
    return codes
  })
}

/** Removes an account's second factor, setup and recovery codes. Does not end sessions. */
export async function removeSecondFactor(tx: Tx, account: OfficeAccount): Promise<void> {
  await saveFactor(tx, account, { totp_secret: null, totp_since: null, totp_step: null })
  await endSetup(tx, account)
  await removeRecoveryCodes(tx, account)
  await publishEvent(tx, 'account', account)
}

type FactorColumns = Pick<UpdateObject<DB, 'admins'>, 'totp_secret' | 'totp_since' | 'totp_step'>

async function saveFactor(tx: Tx, { area, id }: OfficeAccount, factor: FactorColumns): Promise<void> {
  await tx
    .updateTable(ACCOUNT_TABLES[area])
    .set({ ...factor, updated_at: CLOCK })
    .where('id', '=', id)
    .execute()
}

async function endSetup(tx: Tx, { area, id }: OfficeAccount): Promise<void> {
  await tx.deleteFrom('second_factor_setups').where('area', '=', area).where('account_id', '=', id).execute()
}

const createWrongCodeError = () => createInvalidInputError({ code: ['This code is not right.'] })
