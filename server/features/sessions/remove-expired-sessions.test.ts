import { expect, test } from 'vitest'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createTestTenant } from '#testing/accounts.ts'
import { LOGIN_ATTEMPT_LIMITS, SECOND_FACTOR_LIMITS } from '@tahanan/contract/limits.ts'
import { removeExpiredSessions } from './remove-expired-sessions.ts'
import { createSession } from './sessions.ts'

const { db } = await openTestDatabase()

test('rows dated in the future are removed, present ones stay', async () => {
  const { id } = await createTestTenant(db)
  const [currentSession, futureSession] = [
    await createSession(db, 'client', id),
    await createSession(db, 'client', id),
  ]
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000)
  await db
    .updateTable('sessions')
    .set({ created_at: inTwoDays, active_at: inTwoDays })
    .where('id', '=', futureSession.sessionId)
    .execute()
  await db
    .insertInto('login_failures')
    .values([{ subject: 'client now' }, { subject: 'client later', at: inTwoDays }])
    .execute()

  await removeExpiredSessions(db)
  const sessions = await db.selectFrom('sessions').select('id').execute()
  expect(sessions.map((row) => row.id)).toEqual([currentSession.sessionId])
  const failures = await db.selectFrom('login_failures').select('subject').execute()
  expect(failures.map((row) => row.subject)).toEqual(['client now'])
})

const getSecondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)

test('attempts count for their time, and begun logins and setups are removed after theirs', async () => {
  const windowSeconds = LOGIN_ATTEMPT_LIMITS.windowSeconds
  await db.deleteFrom('login_failures').execute()
  await db
    .insertInto('login_failures')
    .values([
      { subject: 'client fresh', at: getSecondsAgo(windowSeconds - 60) },
      { subject: 'client old', at: getSecondsAgo(windowSeconds + 60) },
      ...['code admin a', 'warned code admin a', 'upload client 1'].flatMap((subject) => [
        { subject: `${subject} today`, at: getSecondsAgo(23 * 3600) },
        { subject: `${subject} yesterday`, at: getSecondsAgo(25 * 3600) },
      ]),
    ])
    .execute()
  const createChallengeRow = (name: string, seconds: number) => ({
    token_hash: Buffer.from(name),
    area: 'admin' as const,
    account_id: 1,
    created_at: getSecondsAgo(seconds),
  })
  const { challengeSeconds, setupSeconds } = SECOND_FACTOR_LIMITS
  await db
    .insertInto('login_challenges')
    .values([
      createChallengeRow('fresh', challengeSeconds - 60),
      createChallengeRow('old', challengeSeconds + 60),
    ])
    .execute()
  const createSetupRow = (id: number, seconds: number) => ({
    area: 'admin',
    account_id: id,
    secret: Buffer.from('x'),
    created_at: getSecondsAgo(seconds),
  })
  await db
    .insertInto('second_factor_setups')
    .values([createSetupRow(1, setupSeconds - 60), createSetupRow(2, setupSeconds + 60)])
    .execute()

  await removeExpiredSessions(db)
  const failures = await db.selectFrom('login_failures').select('subject').orderBy('subject').execute()
  expect(failures.map(({ subject }) => subject)).toEqual([
    'client fresh',
    'code admin a today',
    'upload client 1 today',
    'warned code admin a today',
  ])
  const challenges = await db.selectFrom('login_challenges').select('token_hash').execute()
  expect(challenges.map(({ token_hash: hash }) => String(hash))).toEqual(['fresh'])
  const setups = await db.selectFrom('second_factor_setups').select('account_id').execute()
  expect(setups).toEqual([{ account_id: 1 }])
})
