import { Readable } from 'node:stream'
import sharp from 'sharp'
import { beforeEach, expect, test, vi } from 'vitest'
import { PortalError } from '#platform/errors.ts'
import { runInTransaction as serviceChange } from '#platform/platform-context.ts'
import { openTestPortal } from '#testing/portal.ts'
import { findFileOwner } from '#testing/uploads.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { Setting } from '@tahanan/contract/settings/answers.ts'
import { createMailLogo } from './create-mail-logo.ts'
import { insertDefaultSettings } from './insert-default-settings.ts'
import {
  findCommunityName,
  findCounterLimit,
  canMailForgottenPassword,
  updateSetting,
  writeSettings,
} from './website-settings.ts'

const portal = await openTestPortal()
const superAdmin = await portal.as('super-admin')
beforeEach(async () => {
  await portal.db.deleteFrom('settings').execute()
  await insertDefaultSettings(portal.db)
})

const changeSettings = (settings: Record<string, string>) =>
  superAdmin.post('/website-settings', {
    settings: Object.entries(settings).map(([name, value]) => ({ name, value })),
  })
const getPublicSettings = async () => {
  const { body } = await portal.nobody.get<Setting[]>('/public-website-settings')
  return Object.fromEntries(body.map(({ name, value }) => [name, value]))
}

test('everybody can read the public settings and the terms, and nothing else in the table', async () => {
  await portal.db
    .insertInto('settings')
    .values({ name: 'mobileSettings', value: '{"appConnectionString":"secret"}' })
    .execute()
  expect(await getPublicSettings()).toEqual({
    websiteName: 'Tahanan',
    isUnderMaintenance: '0',
    maintenanceMessage: expect.stringContaining('better') as string,
    communityTimeZone: 'Asia/Manila',
    forgottenPassword: '0',
    privacyNotice: '0',
  })
  const { status, body } = await portal.nobody.get<{ value: string }>('/public-terms-and-conditions')
  expect(status).toBe(200)
  expect(JSON.parse(body.value)).toMatchObject({ type: 'doc' })
})

test('the super-administrator changes the name, and connected clients receive it', async () => {
  expect((await changeSettings({ websiteName: 'Capiz Residences' })).body.message).toBe(
    'Website settings successfully updated.',
  )
  expect(await getPublicSettings()).toMatchObject({ websiteName: 'Capiz Residences' })
  expect(await portal.drainEvents()).toContainEqual(
    expect.objectContaining({ room: 'everybody', event: 'public-settings' }),
  )
})

test('during maintenance residents and administrators get 503 with the message, not the super-administrator', async () => {
  const [resident, admin] = [await portal.as('client'), await portal.as('admin', { roles: {} })]
  await changeSettings({ isUnderMaintenance: '1', maintenanceMessage: 'Back at noon.' })
  for (const caller of [resident, admin]) {
    const { status, body } = await caller.get('/tickets')
    expect(status).toBe(503)
    expect(body).toEqual({ code: 'maintenance', message: 'Back at noon.' })
  }
  expect((await portal.nobody.get('/tickets')).status).toBe(401)
  expect((await portal.nobody.post('/login', { clientCode: 'x', password: 'y' })).status).toBe(503)
  expect((await portal.nobody.post('/login/admin', { email: 'x', password: 'y' })).status).toBe(503)
  expect((await superAdmin.get('/me')).status).toBe(200)
  expect(await getPublicSettings()).toMatchObject({
    isUnderMaintenance: '1',
    maintenanceMessage: 'Back at noon.',
  })
  await changeSettings({ isUnderMaintenance: '0' })
  for (const caller of [resident, admin]) expect((await caller.get('/tickets')).status).toBe(401)
  expect((await superAdmin.get('/me')).status).toBe(200)
  expect((await (await portal.as('client')).get('/tickets')).status).toBe(200)
})

test('a change of other settings logs nobody out', async () => {
  const resident = await portal.as('client')
  expect((await changeSettings({ isUnderMaintenance: '0', websiteName: 'Capiz' })).status).toBe(200)
  expect((await resident.get('/tickets')).status).toBe(200)
})

test.each([
  [{ websiteName: ' ' }, { websiteName: ['Please input your website name!'] }],
  [{ websiteName: 'x'.repeat(101) }, { websiteName: ['At most 100 characters.'] }],
  [
    { isUnderMaintenance: '1', maintenanceMessage: '' },
    { maintenanceMessage: ['Please input your maintenance message!'] },
  ],
  [{ isUnderMaintenance: 'yes' }, { isUnderMaintenance: ["This is '0' or '1'."] }],
  [{ makerChecker: '2' }, { makerChecker: ["This is '0' or '1'."] }],
  [{ graceDays: '366' }, { graceDays: ['Please input a whole number of days, 365 at most.'] }],
  [
    { websiteLoginBackgroundImage: 'images/x.png' },
    { websiteLoginBackgroundImage: ['This image does not lie in the folder logo.'] },
  ],
  [{ appConnectionString: 'x' }, { appConnectionString: ['There is no such setting.'] }],
  [{ websiteLogo: 'images/x.png' }, { websiteLogo: ['This image does not lie in the folder logo.'] }],
  [{ websiteLogo: 'logo/not-uploaded.png' }, { websiteLogo: ['This file was not uploaded here.'] }],
])('%j is refused whole', async (settings, errors) => {
  const settingsBefore = await getPublicSettings()
  const { status, body } = await changeSettings({ ...settings })
  expect(status).toBe(400)
  expect(body.errors).toEqual(errors)
  expect(await getPublicSettings()).toEqual(settingsBefore)
})

const findOwners = () =>
  Promise.all(['logo/first.png', 'logo/second.png'].map((key) => findFileOwner(portal.db, key)))

test('a logo is owned by the setting, and the replaced one is released', async () => {
  const [first, second] = ['logo/first.png', 'logo/second.png']
  for (const key of [first, second])
    await portal.db
      .insertInto('files')
      .values({
        key,
        folder: 'logo',
        name: 'logo.png',
        mime: 'image/png',
        bytes: 1,
        uploader_area: 'super-admin',
        uploader_id: superAdmin.id,
      })
      .execute()
  await changeSettings({ websiteLogo: first })
  expect(await findOwners()).toEqual(['website-setting 1', null])
  const { body } = await superAdmin.get<Setting[]>('/website-settings')
  expect(body).toContainEqual({ name: 'websiteLogo', value: first, src: '/files/logo/first.png' })
  await changeSettings({ websiteLogo: second })
  expect(await findOwners()).toEqual([null, 'website-setting 1'])
})

test('the first start sets a name and no maintenance, and leaves what the office has set', async () => {
  await changeSettings({ websiteName: 'Capiz Residences' })
  await portal.db
    .updateTable('service_settings')
    .set({ amount: 1 })
    .where('type', '=', 'workPermit')
    .execute()
  await portal.db.deleteFrom('service_settings').where('type', '=', 'visitorPass').execute()
  await insertDefaultSettings(portal.db)
  expect(await getPublicSettings()).toMatchObject({
    websiteName: 'Capiz Residences',
    isUnderMaintenance: '0',
  })
  const rows = await portal.db.selectFrom('service_settings').select(['type', 'amount']).execute()
  const amountsByType = new Map(rows.map(({ type, amount }) => [type, amount]))
  expect(amountsByType.get('workPermit')).toBe(1)
  // The balance limit is the highest possible amount, because visitors are never refused for unpaid dues
  // (rules 4.20).
  expect(amountsByType.get('visitorPass')).toBe(LIMITS.money)
})

test('without a setting the community has a name, and the counter its default limit', async () => {
  await portal.db.deleteFrom('settings').execute()
  expect(await findCommunityName(portal.db)).toBe('Tahanan')
  expect(await findCounterLimit(portal.db)).toBe(50_000)
  await writeSettings(portal.db, [{ name: 'confirmCounterAbove', value: '1,000.50' }])
  expect(await findCounterLimit(portal.db)).toBe(1000.5)
})

test.each([
  ['a mail server', { smtpUrl: 'smtp://mail.test', demo: false }, true],
  ['a demo community', { smtpUrl: undefined, demo: true }, true],
  ['neither', { smtpUrl: undefined, demo: false }, false],
])('with %s a forgotten password is replaced by mail: %j', (_, config, isOffered) => {
  expect(canMailForgottenPassword(config)).toBe(isOffered)
})

test('a setting that somebody else changed is not overwritten, and says who changed it', async () => {
  const otherSuperAdmin = await portal.as('super-admin')
  const actor = { area: 'super-admin', id: superAdmin.id, name: 'Rosa' } as const
  const [seenVersion] = await writeSettings(portal.db, [{ name: 'officeHours', value: '[]' }])
  const updateName = (updatingActor: typeof actor, version: Date | undefined) =>
    serviceChange(portal.services, (tx) =>
      updateSetting(tx, updatingActor as never, { name: 'officeHours', value: '[1]', seen: version }),
    )
  const savedVersion = await updateName(actor, seenVersion)
  expect(savedVersion.getTime()).toBeGreaterThan(seenVersion?.getTime() ?? Infinity)
  await expect(updateName({ ...actor, id: otherSuperAdmin.id }, seenVersion)).rejects.toMatchObject({
    code: 'conflict',
  })
  await updateName(actor, savedVersion)
})

test('a mail shows the name alone where the logo cannot be drawn, which is logged once', async () => {
  await writeSettings(portal.db, [{ name: 'websiteLogo', value: 'logo/a.png' }])
  const warnSpy = vi.fn()
  const readFile = vi.fn(async () => Readable.from([Buffer.from('no picture')]))
  const findLogo = createMailLogo({
    ...portal.services,
    log: { ...portal.services.log, warn: warnSpy } as never,
    files: { ...portal.services.files, read: readFile },
  })
  expect([await findLogo(), await findLogo()]).toEqual([undefined, undefined])
  expect([warnSpy.mock.calls.length, readFile.mock.calls.length]).toEqual([1, 1])
  await writeSettings(portal.db, [{ name: 'websiteLogo', value: '' }])
  expect(await findLogo()).toBeUndefined()
  expect(readFile).toHaveBeenCalledTimes(1)
})

test('mails have the logo again once the store of files answers', async () => {
  await writeSettings(portal.db, [{ name: 'websiteLogo', value: 'logo/a.png' }])
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'green' } })
    .png()
    .toBuffer()
  let isUnavailable = true
  const files = {
    ...portal.services.files,
    read: async () => {
      if (isUnavailable) throw new PortalError('unavailable')
      return Readable.from([png])
    },
  }
  const findLogo = createMailLogo({ ...portal.services, files })
  expect(await findLogo()).toBeUndefined()
  isUnavailable = false
  expect(await findLogo()).toMatchObject({ width: 5, height: 5 })
})
