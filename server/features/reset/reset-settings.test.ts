import { expect, test } from 'vitest'
import { findOfficeHours } from '#features/due-rules/repository.ts'
import { setMaintenance } from '#features/sessions/testing.ts'
import { writeSettings } from '#features/settings/website-settings.ts'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { SavedGateSettings } from '@tahanan/contract/gate/answers.ts'
import type { RetentionPeriods } from '@tahanan/contract/privacy/periods-answer.ts'

const portal = await openTestPortal()
const superAdmin = await portal.as('super-admin')
const resetGroup = (group: string) =>
  superAdmin.delete(`/reset-data?tables=${group}`, { password: TEST_PASSWORD })
const listSettingNames = async () =>
  (await portal.db.selectFrom('settings').select('name').execute()).map(({ name }) => name)
const previewGroup = async (group: string) =>
  (
    await superAdmin.get<{ groups: { words: string; count: number }[] }>(
      `/reset-data/preview?tables=${group}`,
    )
  ).body.groups[0]

test('a reset of website settings keeps retention periods, settings of the gate and office hours', async () => {
  const admin = await portal.as('admin')
  const getPeriods = async () => (await superAdmin.get<RetentionPeriods>('/retention-periods')).body
  const getGateSettings = async () => (await admin.get<SavedGateSettings>('/gate-settings')).body
  expect((await superAdmin.put('/retention-periods', { gateLog: 730 })).status).toBe(200)
  const { updated_at: _, ...gateSettings } = await getGateSettings()
  const newGateSettings = { ...gateSettings, officePhone: '(02) 8555 0100' }
  expect((await admin.put('/gate-settings', newGateSettings)).status).toBe(200)
  await writeSettings(portal.db, [
    { name: 'graceDays', value: '10' },
    { name: 'mobileSettings', value: '{}' },
    { name: 'officeHours', value: JSON.stringify([]) },
  ])

  expect(await previewGroup('websiteSettings')).toMatchObject({ count: 5, words: '5 website settings' })
  expect(await previewGroup('systemParameterSettings')).toMatchObject({
    words: expect.stringContaining('1 week of office hours') as string,
  })
  const keptNames = ['gateSettings', 'officeHours', 'retention']
  expect(await listSettingNames()).toHaveLength(5 + keptNames.length)
  expect((await resetGroup('websiteSettings')).status).toBe(200)

  const defaultNames = ['isUnderMaintenance', 'maintenanceMessage', 'websiteName']
  expect((await listSettingNames()).toSorted()).toEqual([...keptNames, ...defaultNames].toSorted())
  expect(await getPeriods()).toMatchObject({ gateLog: 730 })
  expect(await getGateSettings()).toMatchObject(newGateSettings)
  expect((await findOfficeHours(portal.db)).week).toEqual([])
})

test('a reset that ends maintenance ends the sessions that waited', async () => {
  const [resident, admin] = [await portal.as('client'), await portal.as('admin')]
  await setMaintenance(portal, '1')
  expect((await resetGroup('systemParameterSettings')).status).toBe(200)
  expect((await resident.get('/me')).status).toBe(503)
  expect((await resetGroup('websiteSettings')).status).toBe(200)
  for (const caller of [resident, admin]) expect((await caller.get('/me')).status).toBe(401)
  expect((await superAdmin.get('/me')).status).toBe(200)
})

test('a reset without maintenance leaves the sessions of residents and administrators open', async () => {
  const [resident, admin] = [await portal.as('client'), await portal.as('admin')]
  expect((await resetGroup('websiteSettings')).status).toBe(200)
  for (const caller of [resident, admin]) expect((await caller.get('/me')).status).toBe(200)
})

test('a reset ends the caller’s other sessions and unfinished logins', async () => {
  const otherSession = await portal.logIn('super-admin', superAdmin.account)
  await portal.db
    .insertInto('login_challenges')
    .values({ token_hash: Buffer.alloc(32), area: 'super-admin', account_id: superAdmin.id })
    .execute()
  expect((await resetGroup('memorandums')).status).toBe(200)
  expect((await otherSession.get('/me')).status).toBe(401)
  expect((await superAdmin.get('/me')).status).toBe(200)
  expect(await portal.db.selectFrom('login_challenges').select('area').execute()).toEqual([])
})
