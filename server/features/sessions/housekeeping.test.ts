import { expect, test } from 'vitest'
import { openTestDatabase } from '#platform/db/testing.ts'
import { makeTenant } from '#testing/accounts.ts'
import { removeExpiredSessions } from './housekeeping.ts'
import { createSession } from './sessions.ts'

const { db } = await openTestDatabase()

test('rows dated in the future are removed, present ones stay', async () => {
  const { id } = await makeTenant(db)
  const [ofNow, ofLater] = [await createSession(db, 'client', id), await createSession(db, 'client', id)]
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000)
  await db
    .updateTable('sessions')
    .set({ created_at: inTwoDays, active_at: inTwoDays })
    .where('id', '=', ofLater.sessionId)
    .execute()
  await db
    .insertInto('login_failures')
    .values([{ subject: 'client now' }, { subject: 'client later', at: inTwoDays }])
    .execute()

  await removeExpiredSessions(db)
  const sessions = await db.selectFrom('sessions').select('id').execute()
  expect(sessions.map((row) => row.id)).toEqual([ofNow.sessionId])
  const failures = await db.selectFrom('login_failures').select('subject').execute()
  expect(failures.map((row) => row.subject)).toEqual(['client now'])
})
