import { beforeEach, expect, test } from 'vitest'
import { createDocument } from '#features/posts/testing.ts'
import { logIn } from '#features/sessions/testing.ts'
import { createSamplePicture } from '#platform/files/content/testing-samples.ts'
import { createTestAdmin, createTestSuperAdmin, createTestTenant, TEST_PASSWORD } from '#testing/accounts.ts'
import { getCode, turnOnSecondFactor } from '#testing/authenticator.ts'
import type { Caller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { findFileOwner, uploadFile } from '#testing/uploads.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  NewestPrivacyNotice,
  PrivacyNoticeVersion,
  PrivacyNoticeView,
  PublicPrivacyNotice,
} from '@tahanan/contract/privacy-notice/answers.ts'
import type { ResidentMe } from '@tahanan/contract/sessions/answers.ts'
import type { Setting } from '@tahanan/contract/settings/answers.ts'
import { createNotice } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const superAdmin = await portal.as('super-admin')
beforeEach(async () => {
  await portal.db.deleteFrom('privacy_notices').execute()
})

const publishNotice = (content: unknown, extraFields: object = {}, caller = superAdmin) =>
  caller.post('/privacy-notice', { content, changes: 'Written anew', ...extraFields })
const loadPublicNotice = async () =>
  (await portal.nobody.get<PublicPrivacyNotice>('/public-privacy-notice')).body
const loadNewestNotice = async () =>
  (await superAdmin.get<NewestPrivacyNotice>('/privacy-notice')).body.notice
const listViews = async (query = '') =>
  (await superAdmin.get<ListOf<PrivacyNoticeView>>(`/privacy-notice-views?limit=0${query}`)).body.data
const resetData = (group: string) =>
  superAdmin.delete(`/reset-data?tables=${group}`, { password: TEST_PASSWORD })
const getUnseenNotice = async (caller: Caller) => (await caller.get<ResidentMe>('/me')).body.privacyNotice
const logInWith = (clientCode: string, privacyNotice: unknown) =>
  portal.nobody.post('/login', { clientCode, password: TEST_PASSWORD, privacyNotice })

test('without a version nothing is shown and nothing recorded', async () => {
  const { clientCode } = await createTestTenant(portal.db)
  expect((await portal.nobody.get('/public-privacy-notice')).status).toBe(404)
  expect(await loadNewestNotice()).toBeNull()
  const { body: settings } = await portal.nobody.get<Setting[]>('/public-website-settings')
  expect(settings).toContainEqual({ name: 'privacyNotice', value: '0' })
  expect((await logInWith(clientCode, 1)).status).toBe(200)
  expect(await getUnseenNotice(await portal.as('client'))).toBeUndefined()
  expect(await listViews()).toEqual([])
})

test('each publication is the next version, which everybody can read and the audit log names', async () => {
  const { status, body } = await publishNotice(createDocument('We keep little.'), { seen: 0 })
  expect([status, body]).toEqual([200, { message: 'You have successfully published the Privacy Notice.' }])
  expect(
    (await publishNotice(createDocument('We keep less.'), { changes: ' Less \n is kept ', seen: 1 })).status,
  ).toBe(200)
  expect(await loadPublicNotice()).toMatchObject({ version: 2, changes: 'Less is kept' })
  expect((await loadPublicNotice()).value).toContain('We keep less.')
  const firstNotice = (await superAdmin.get<PublicPrivacyNotice>('/privacy-notice/1')).body
  expect(firstNotice.value).toContain('We keep little.')
  expect((await superAdmin.get('/privacy-notice/3')).status).toBe(404)
  const { body: versions } = await superAdmin.get<ListOf<PrivacyNoticeVersion>>('/privacy-notices')
  expect(versions.data.map(({ id, changes, postBy, seenBy }) => [id, changes, postBy, seenBy])).toEqual([
    [2, 'Less is kept', 'Super Admin', 0],
    [1, 'Written anew', 'Super Admin', 0],
  ])
  const { body: log } = await superAdmin.get<{ data: object[] }>('/audit-log?subject=privacy_notices')
  expect(log.data[0]).toMatchObject({ action: 'add', subjectId: '2', after: { changes: 'Less is kept' } })
  const { body: settings } = await portal.nobody.get<Setting[]>('/public-website-settings')
  expect(settings).toContainEqual({ name: 'privacyNotice', value: '2' })
})

test.each([
  [null, { content: ['This text could not be read.'] }],
  [{ type: 'doc', content: [] }, { content: ['Please input the privacy notice!'] }],
  [
    createDocument('We keep little.'),
    { content: ['This is the text of the published version. Change it before you publish.'] },
  ],
  [
    { type: 'doc', content: [{ type: 'image', attrs: { key: 'images/of-nobody.png' } }] },
    { content: ['This file was not uploaded here.'] },
  ],
])('the content %j is refused', async (content, errors) => {
  await createNotice(portal.db)
  const { status, body } = await publishNotice(content)
  expect([status, body.errors]).toEqual([400, errors])
})

test('what changed is required and one line', async () => {
  for (const changes of [undefined, ' ', 'x'.repeat(201)]) {
    const { status, body } = await publishNotice(createDocument('We keep nothing.'), { changes })
    expect([status, Object.keys(body.errors)]).toEqual([400, ['changes']])
  }
  expect(await loadNewestNotice()).toBeNull()
})

test('of two simultaneous publications the second is refused, also of the first version', async () => {
  const otherSuperAdmin = await portal.as('super-admin')
  for (const seenVersion of [0, 1]) {
    const publishResponses = await Promise.all([
      publishNotice(createDocument(`Mine ${seenVersion}`), { seen: seenVersion }),
      publishNotice(createDocument(`Theirs ${seenVersion}`), { seen: seenVersion }, otherSuperAdmin),
    ])
    expect(publishResponses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await loadNewestNotice()).toMatchObject({ version: seenVersion + 1 })
  }
})

test('pictures are public, and stay with the version that shows them', async () => {
  const key = await uploadFile(portal, superAdmin, 'images', await createSamplePicture('png'), 'seal.png')
  const image = { type: 'image', attrs: { key } }
  expect((await publishNotice({ type: 'doc', content: [image] })).status).toBe(200)
  const { value } = await loadPublicNotice()
  for (const link of [JSON.parse(value).content[0].attrs.src as string, `/files/${key}`])
    expect((await portal.app.inject(link)).statusCode, link).toBe(200)
  expect((await publishNotice(createDocument('No picture'))).status).toBe(200)
  expect(await findFileOwner(portal.db, key)).toBe('privacyNotice 1')
  const otherSuperAdmin = await portal.as('super-admin')
  expect((await publishNotice({ type: 'doc', content: [image, image] }, {}, otherSuperAdmin)).status).toBe(
    200,
  )
  expect((await portal.app.inject(`/files/${key}`)).statusCode).toBe(200)
})

test('a login records the first view of the version that its page showed, once', async () => {
  const version = await createNotice(portal.db)
  const tenant = await createTestTenant(portal.db, { uoccname: 'Luz Reyes' })
  const admin = await createTestAdmin(portal.db, { name: 'Ana Cruz' })
  const owner = await createTestSuperAdmin(portal.db)
  for (const unknownVersion of [undefined, 0, version + 1, Number.MAX_SAFE_INTEGER])
    expect((await logInWith(tenant.clientCode, unknownVersion)).status).toBe(200)
  expect((await logInWith(tenant.clientCode, 'one')).status).toBe(400)
  const wrongLogin = { clientCode: tenant.clientCode, password: 'not-the-one', privacyNotice: version }
  expect((await portal.nobody.post('/login', wrongLogin)).status).toBe(401)
  expect(await listViews()).toEqual([])

  const parallelLogins = await Promise.all(
    Array.from({ length: 5 }, () => logInWith(tenant.clientCode, version)),
  )
  expect(parallelLogins.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const [first] = await listViews()
  await logInWith(tenant.clientCode, version)
  const password = TEST_PASSWORD
  await portal.nobody.post('/login/admin', { email: admin.email, password, privacyNotice: version })
  await portal.nobody.post('/login/super-admin', { email: owner.email, password, privacyNotice: version })
  const views = await listViews()
  expect(views.map(({ area, name, login }) => [area, name, login])).toEqual([
    ['super-admin', 'Super Admin', owner.email],
    ['admin', 'Ana Cruz', admin.email],
    ['client', 'Luz Reyes', tenant.clientCode],
  ])
  expect(views[2]).toEqual(first)

  const nextVersion = await createNotice(portal.db)
  await logInWith(tenant.clientCode, nextVersion)
  expect((await listViews(`&version=${nextVersion}`)).map(({ login }) => login)).toEqual([tenant.clientCode])
  expect((await listViews('&searchTerm=luz')).map(({ version: noticeVersion }) => noticeVersion)).toEqual([
    nextVersion,
    version,
  ])
  const { body: versions } = await superAdmin.get<ListOf<PrivacyNoticeVersion>>('/privacy-notices')
  expect(versions.data.map(({ seenBy }) => seenBy)).toEqual([1, 3])
  const listCsvRows = async (query: string) =>
    (await superAdmin.get<{ data: PrivacyNoticeView[] }>(`/privacy-notice-viewIds?${query}`)).body.data
  expect(await listCsvRows(`all=1&version=${version}`)).toEqual(views)
  expect(await listCsvRows(`selectedIds=${first?.id}`)).toEqual([first])
})

test('a login in two steps records the view once the code is right', async () => {
  const version = await createNotice(portal.db)
  const admin = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(admin)
  const { email } = admin.account
  const requestChallenge = async () => (await logIn(portal.nobody, 'admin', email)).body['secondFactor']
  const sendCode = async (code: string) =>
    portal.nobody.post('/login/second-factor', {
      challenge: await requestChallenge(),
      code,
      privacyNotice: version,
    })
  expect((await sendCode(getCode(secret, 50))).status).toBe(401)
  expect(await listViews()).toEqual([])
  expect((await sendCode(getCode(secret, 1))).status).toBe(200)
  expect((await listViews()).map(({ login }) => login)).toEqual([email])
})

test('residents are told of a version that came after their login, until they have seen it', async () => {
  const resident = await portal.as('client')
  const version = await createNotice(portal.db, 'We keep little.', 'Shorter')
  expect(await getUnseenNotice(resident)).toMatchObject({ version, changes: 'Shorter' })
  expect((await resident.post('/privacy-notice-views', { version: version + 1 })).status).toBe(200)
  expect(await getUnseenNotice(resident)).toBeDefined()
  for (let n = 0; n < 2; n++)
    expect((await resident.post('/privacy-notice-views', { version })).status).toBe(200)
  expect(await getUnseenNotice(resident)).toBeUndefined()
  expect(await listViews()).toHaveLength(1)
})

test('a reset of tenants removes their views, one of website settings all versions', async () => {
  const version = await createNotice(portal.db)
  const { email } = await createTestAdmin(portal.db)
  const resident = await portal.as('client')
  await resident.post('/privacy-notice-views', { version })
  await portal.nobody.post('/login/admin', { email, password: TEST_PASSWORD, privacyNotice: version })
  expect((await resetData('users')).status).toBe(200)
  expect((await listViews()).map(({ login }) => login)).toEqual([email])
  expect((await resetData('websiteSettings')).status).toBe(200)
  expect(await loadNewestNotice()).toBeNull()
})
