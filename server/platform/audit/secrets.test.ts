import { expect, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { visitor } from '@tahanan/contract/tickets/modules/visitor.ts'
import {
  createBodyForAllCalls,
  expectNoSecrets,
  FIRST_SECRET,
  SECOND_SECRET,
  VISITOR_NAME,
} from './testing-secrets.ts'

const portal = await openTestPortal()
const superAdmin = await portal.as('super-admin')
const admin = await portal.as('admin')
const resident = await portal.as('client')

/** Verifies rules 12.17. */
test('the audit log contains no secret after the calls that carry one', async () => {
  const allCallsBody = await createBodyForAllCalls(portal, resident.id)
  const statusesByCall: Record<string, number> = {}
  const noteStatus = (name: string, { status }: { status: number }) => void (statusesByCall[name] = status)

  const visit = { ...createExampleBody(visitor, new Date(), 'Asia/Manila'), tenantId: resident.id }
  const visitAnswer = await admin.post(`/${visitor.path.one}`, { ...visit, visitorsName: VISITOR_NAME })
  noteStatus('a visit', visitAnswer)
  noteStatus(
    'its approval',
    await admin.put(`/${visitor.path.one}/${visitAnswer.body.id}`, { status: 2, remarks: 'Fine.' }),
  )
  const addedAdmin = await superAdmin.post('/user-admin', allCallsBody)
  noteStatus('an account', addedAdmin)
  const password = { password: SECOND_SECRET, password_confirmation: SECOND_SECRET }
  noteStatus('its password', await superAdmin.put(`/user-admin/${addedAdmin.body.id}`, password))
  noteStatus('own password', await resident.put('/change-password', allCallsBody))
  noteStatus('a connection string', await superAdmin.post('/website-settings', allCallsBody))
  noteStatus('a second factor', await superAdmin.post('/second-factor/begin', { password: TEST_PASSWORD }))
  noteStatus(
    'a login as nobody',
    await portal.nobody.post('/login/admin', { email: FIRST_SECRET, password: FIRST_SECRET }),
  )
  const { email } = admin.account
  noteStatus('a wrong password', await portal.nobody.post('/login/admin', { email, password: FIRST_SECRET }))
  expect(statusesByCall).toEqual({
    'a visit': 201,
    'its approval': 200,
    'an account': 201,
    'its password': 200,
    'own password': 200,
    'a connection string': 200,
    'a second factor': 200,
    'a login as nobody': 401,
    'a wrong password': 401,
  })
  await expectNoSecrets(portal, [admin.token, superAdmin.token, resident.token])
})
