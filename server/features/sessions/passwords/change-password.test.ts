import { beforeEach, describe, expect, test } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/accounts.ts'
import { openTestPortal } from '../../../testing/portal.ts'

const portal = await openTestPortal()
beforeEach(async () => {
  await portal.db.deleteFrom('login_failures').execute()
})

const NEW = 'brand-new-password'
const change = (oldPassword: string, newPassword = NEW, reNewPassword = newPassword) => ({
  oldPassword,
  newPassword,
  reNewPassword,
})

describe.each(['admin', 'super-admin'] as const)('in the area %s', (area) => {
  const somebody = async () => (area === 'admin' ? portal.as('admin') : portal.as('super-admin'))

  test('one changes one’s own password, which ends the other sessions and is written down', async () => {
    const [who, neighbour] = [await somebody(), await somebody()]
    const other = await portal.logIn(area, who.account)
    const { status, body } = await who.put('/change-password', change(TEST_PASSWORD))
    expect([status, body.message]).toEqual([200, 'Your Password has been changed succesfully.'])
    expect((await who.get('/me')).status).toBe(200)
    expect((await other.get('/me')).status).toBe(401)
    const logIn = async (password: string, { account } = who) =>
      (await portal.nobody.post(`/login/${area}`, { email: account.email, password })).status
    expect([await logIn(TEST_PASSWORD), await logIn(NEW)]).toEqual([401, 200])
    expect(await logIn(TEST_PASSWORD, neighbour)).toBe(200)
    const { after } = await portal.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'change')
      .where('actor_area', '=', area)
      .where('actor_id', '=', who.id)
      .executeTakeFirstOrThrow()
    expect(after).toEqual({ password: 'changed' })
  })

  test('errors are told at their fields', async () => {
    const who = await somebody()
    for (const [body, field] of [
      [{}, 'oldPassword'],
      [change('wrong-password'), 'oldPassword'],
      [change(TEST_PASSWORD, 'short'), 'newPassword'],
      [change(TEST_PASSWORD, NEW, 'another'), 'reNewPassword'],
    ] as const) {
      const answer = await who.put('/change-password', body)
      expect([answer.status, Object.keys(answer.body.errors)[0]]).toEqual([400, field])
    }
  })

  test('it is no way to guess: after ten wrong ones it answers 429', async () => {
    const who = await somebody()
    for (let n = 0; n < 10; n++)
      expect((await who.put('/change-password', change(`wrong-${n}`))).status).toBe(400)
    expect((await who.put('/change-password', change(TEST_PASSWORD))).status).toBe(429)
  })

  test('of two changes at once one counts', async () => {
    const who = await somebody()
    const answers = await Promise.all(
      ['first-of-both', 'other-of-both'].map((password) =>
        who.put('/change-password', change(TEST_PASSWORD, password)),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
    for (const { status } of answers) expect([200, 400, 409]).toContain(status)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})
