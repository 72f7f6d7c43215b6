import { Readable } from 'node:stream'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { PortalError } from '#platform/errors.ts'
import { openTestPortal } from '#testing/portal.ts'
import { ownerOf } from '#testing/uploads.ts'
import type { Setting } from '@tahanan/contract/settings/answers.ts'
import { insertDefaultSettings } from './defaults.ts'
import { createMailLogo } from './mail-logo.ts'
import { writeSettings } from './website-settings.ts'

const portal = await openTestPortal()
const superAdmin = await portal.as('super-admin')
beforeEach(async () => {
  await portal.db.deleteFrom('settings').execute()
  await insertDefaultSettings(portal.db)
})

const change = (settings: Record<string, string>) =>
  superAdmin.post('/website-settings', {
    settings: Object.entries(settings).map(([name, value]) => ({ name, value })),
  })
const publicSettings = async () => {
  const { body } = await portal.nobody.get<Setting[]>('/public-website-settings')
  return Object.fromEntries(body.map(({ name, value }) => [name, value]))
}

test('everybody can read the public settings and the terms, and nothing else in the table', async () => {
  await portal.db
    .insertInto('settings')
    .values({ name: 'mobileSettings', value: '{"appConnectionString":"secret"}' })
    .execute()
  expect(await publicSettings()).toEqual({
    websiteName: 'Tahanan',
    isUnderMaintenance: '0',
    maintenanceMessage: expect.stringContaining('better') as string,
    communityTimeZone: 'Asia/Manila',
    forgottenPassword: '0',
  })
  const { status, body } = await portal.nobody.get<{ value: string }>('/public-terms-and-conditions')
  expect(status).toBe(200)
  expect(JSON.parse(body.value)).toMatchObject({ type: 'doc' })
})

test('the super-administrator changes the name, and connected clients receive it', async () => {
  expect((await change({ websiteName: 'Capiz Residences' })).body.message).toBe(
    'Website settings successfully updated.',
  )
  expect(await publicSettings()).toMatchObject({ websiteName: 'Capiz Residences' })
  expect(await portal.takeDeliveries()).toContainEqual(
    expect.objectContaining({ room: 'everybody', event: 'public-settings' }),
  )
})

test('during maintenance residents and administrators get 503 with the message, not the super-administrator', async () => {
  const [resident, admin] = [await portal.as('client'), await portal.as('admin', { roles: {} })]
  await change({ isUnderMaintenance: '1', maintenanceMessage: 'Back at noon.' })
  for (const caller of [resident, admin]) {
    const { status, body } = await caller.get('/tickets')
    expect(status).toBe(503)
    expect(body).toEqual({ code: 'maintenance', message: 'Back at noon.' })
  }
  expect((await portal.nobody.get('/tickets')).status).toBe(401)
  expect((await portal.nobody.post('/login', { clientCode: 'x', password: 'y' })).status).toBe(503)
  expect((await portal.nobody.post('/login/admin', { email: 'x', password: 'y' })).status).toBe(503)
  expect((await superAdmin.get('/me')).status).toBe(200)
  expect(await publicSettings()).toMatchObject({
    isUnderMaintenance: '1',
    maintenanceMessage: 'Back at noon.',
  })
  // Maintenance ended their sessions.
  await change({ isUnderMaintenance: '0' })
  for (const caller of [resident, admin]) expect((await caller.get('/tickets')).status).toBe(401)
  expect((await superAdmin.get('/me')).status).toBe(200)
  expect((await (await portal.as('client')).get('/tickets')).status).toBe(200)
})

test.each([
  [{ websiteName: ' ' }, { websiteName: ['Please input your website name!'] }],
  [{ websiteName: 'x'.repeat(101) }, { websiteName: ['At most 100 characters.'] }],
  [
    { isUnderMaintenance: '1', maintenanceMessage: '' },
    { maintenanceMessage: ['Please input your maintenance message!'] },
  ],
  [{ isUnderMaintenance: 'yes' }, { isUnderMaintenance: ["This is '0' or '1'."] }],
  [{ appConnectionString: 'x' }, { appConnectionString: ['There is no such setting.'] }],
  [{ websiteLogo: 'images/x.png' }, { websiteLogo: ['This image does not lie in the folder logo.'] }],
  [{ websiteLogo: 'logo/not-uploaded.png' }, { websiteLogo: ['This file was not uploaded here.'] }],
])('%j is refused whole', async (settings, errors) => {
  const before = await publicSettings()
  const { status, body } = await change({ ...settings })
  expect(status).toBe(400)
  expect(body.errors).toEqual(errors)
  expect(await publicSettings()).toEqual(before)
})

const owners = () => Promise.all(['logo/first.png', 'logo/second.png'].map((key) => ownerOf(portal.db, key)))

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
  await change({ websiteLogo: first })
  expect(await owners()).toEqual(['website-setting 1', null])
  const { body } = await superAdmin.get<Setting[]>('/website-settings')
  expect(body).toContainEqual({ name: 'websiteLogo', value: first, src: '/files/logo/first.png' })
  await change({ websiteLogo: second })
  expect(await owners()).toEqual([null, 'website-setting 1'])
})

test('mails have the logo again once the store of files answers', async () => {
  await writeSettings(portal.db, [{ name: 'websiteLogo', value: 'logo/a.png' }])
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'green' } })
    .png()
    .toBuffer()
  let isAway = true
  const files = {
    ...portal.services.files,
    read: async () => {
      if (isAway) throw new PortalError('unavailable')
      return Readable.from([png])
    },
  }
  const findLogo = createMailLogo({ ...portal.services, files })
  expect(await findLogo()).toBeUndefined()
  isAway = false
  expect(await findLogo()).toMatchObject({ width: 5, height: 5 })
})
