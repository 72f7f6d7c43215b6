import { expect, test } from 'vitest'
import { createSamplePicture } from '#platform/files/content/testing-samples.ts'
import { openTestPortal } from '#testing/portal.ts'
import { findFileOwner, uploadFile } from '#testing/uploads.ts'
import { INITIAL_MOBILE_SETTINGS, MOBILE_SETTING_NAMES } from '@tahanan/contract/settings/mobile-settings.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const superAdmin = await portal.as('super-admin')

const saveMobileSettings = (settings: unknown) =>
  superAdmin.post('/website-settings', {
    settings: [
      { name: 'mobileSettings', value: typeof settings === 'string' ? settings : JSON.stringify(settings) },
    ],
  })
const loadMobileSettings = async () =>
  JSON.parse((await superAdmin.get<{ value: string }>('/mobile-settings')).body.value) as Record<
    string,
    string
  >

test('an app without settings has the initial look', async () => {
  await portal.db.deleteFrom('settings').where('name', '=', 'mobileSettings').execute()
  expect(await loadMobileSettings()).toEqual(INITIAL_MOBILE_SETTINGS)
})

test('settings are saved and read; missing ones stay, unknown names are dropped, the app’s name is fixed', async () => {
  const { status, body } = await saveMobileSettings({
    appName: 'Another',
    appTitle: '  Capiz Residences ',
    appConnectionString: 'https://api.example.test/?key=5',
    headerBackgroundColor: '#ABCDEF ',
    footerNavigationBackgroundColor: '#abc',
    primaryButtonBorderColor: '#11223344',
    unknown: 'x',
    __proto__: 'x',
  })
  expect([status, body]).toEqual([200, { message: 'Mobile Settings Successfuly Updated.' }])
  await saveMobileSettings({ secondaryButtonLabelColor: '#000' })
  const settings = await loadMobileSettings()
  expect(Object.keys(settings)).toEqual(MOBILE_SETTING_NAMES)
  expect(settings).toMatchObject({
    appName: INITIAL_MOBILE_SETTINGS.appName,
    appTitle: 'Capiz Residences',
    appConnectionString: 'https://api.example.test/?key=5',
    headerBackgroundColor: '#abcdef',
    footerNavigationBackgroundColor: '#abc',
    primaryButtonBorderColor: '#11223344',
    secondaryButtonLabelColor: '#000',
  })
})

test.each([
  ['not json', 'mobileSettings'],
  ['[]', 'mobileSettings'],
  ['null', 'mobileSettings'],
  [{ headerBackgroundColor: 'red' }, 'mobileSettings.headerBackgroundColor'],
  [{ headerBackgroundColor: '#12' }, 'mobileSettings.headerBackgroundColor'],
  [{ headerBackgroundColor: '#fff;background:url(x)' }, 'mobileSettings.headerBackgroundColor'],
  [{ headerBackgroundColor: null }, 'mobileSettings.headerBackgroundColor'],
  [{ primaryButtonLabelColor: { toString: 'x' } }, 'mobileSettings.primaryButtonLabelColor'],
  [{ appTitle: 5 }, 'mobileSettings.appTitle'],
  [{ appTitle: 'x'.repeat(1001) }, 'mobileSettings.appTitle'],
  [{ appTitle: 'a\u0000b' }, 'mobileSettings.appTitle'],
  [{ headerLogoPath: 'images/x.png' }, 'mobileSettings.headerLogoPath'],
  [{ headerLogoPath: 'https://elsewhere.test/x.png' }, 'mobileSettings.headerLogoPath'],
  [{ headerLogoPath: 'logo/not-uploaded.png' }, 'mobileSettings.headerLogoPath'],
  [{ loginBackgroundImage: '../logo/x.png' }, 'mobileSettings.loginBackgroundImagePath'],
])('%j is refused at the field and changes nothing', async (settings, field) => {
  const settingsBefore = await loadMobileSettings()
  const { status, body } = await saveMobileSettings(settings)
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
  expect(await loadMobileSettings()).toEqual(settingsBefore)
})

test('images are claimed, and released when replaced', async () => {
  const uploadLogo = async () =>
    uploadFile(portal, superAdmin, 'logo', await createSamplePicture('png'), 'logo.png')
  const findOwners = (...keys: string[]) => Promise.all(keys.map((key) => findFileOwner(portal.db, key)))
  const [logo, background, next] = [await uploadLogo(), await uploadLogo(), await uploadLogo()]
  await saveMobileSettings({ headerLogoPath: logo, loginBackgroundImage: background })
  expect(await loadMobileSettings()).toMatchObject({
    headerLogoPath: logo,
    loginBackgroundImagePath: background,
  })
  expect(await findOwners(logo, background)).toEqual(['mobile-setting 1', 'mobile-setting 2'])
  expect((await portal.app.inject(`/files/${logo}`)).statusCode).toBe(200)
  await saveMobileSettings({ headerLogoPath: next, loginBackgroundImagePath: '' })
  expect(await findOwners(logo, background, next)).toEqual([null, null, 'mobile-setting 1'])
})

test('the audit log contains every key except the connection string', async () => {
  await saveMobileSettings({ appTitle: 'Before', appConnectionString: 'first-secret' })
  await saveMobileSettings({ appTitle: 'After', appConnectionString: 'second-secret' })
  const { body } = await superAdmin.get<{ data: object[] }>('/audit-log?subject=settings:mobileSettings')
  expect(body.data[0]).toMatchObject({
    before: { appTitle: 'Before' },
    after: { appTitle: 'After', appConnectionString: 'changed' },
  })
  expect(JSON.stringify(body)).not.toContain('-secret')
  const settingReplies = [
    await portal.nobody.get('/public-website-settings'),
    await superAdmin.get('/website-settings'),
  ]
  expect(JSON.stringify(settingReplies.map((reply) => reply.body))).not.toContain('-secret')
})
