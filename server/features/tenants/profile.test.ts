import { expect, test } from 'vitest'
import { uploadPicture } from '#features/posts/testing.ts'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { findFileOwner } from '#testing/uploads.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { logInAs } from './testing.ts'

const portal = await openTestPortal()

test('a resident can change only the social media account and the image', async () => {
  const resident = await portal.as('client', { uoccname: 'Reyes, Ana', soaAmount: 500 })
  const key = await uploadPicture(portal, resident)
  const { status, body } = await resident.put<Tenant>(`/tenant/${resident.id}`, {
    socialMediaAccount: '  facebook.com/ana.reyes ',
    image: [{ name: 'me.png', url: key }],
    uoccname: 'Somebody Else',
    soaAmount: 0,
    clientCode: 'Z-999',
    email: 'x@example.test',
    password: 'another-password',
    unitNumber: 'Penthouse',
    status: 0,
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    uoccname: 'Reyes, Ana',
    soaAmount: 500,
    clientCode: resident.account.clientCode,
    email: resident.account.email,
    unitNumber: resident.account.unitNumber,
    socialMediaAccount: 'facebook.com/ana.reyes',
    image: key,
    status: 1,
    src: expect.stringContaining('signature=') as string,
  })
  expect((await resident.get('/me')).body).toMatchObject({ image: key })
  expect((await logInAs(portal, resident.account.clientCode, TEST_PASSWORD)).status).toBe(200)
})

test('the image may be given by its key; a new one replaces the old, an empty one removes it', async () => {
  const resident = await portal.as('client')
  const [first, second] = [await uploadPicture(portal, resident), await uploadPicture(portal, resident)]
  const updateImage = async (image: unknown) =>
    (await resident.put<Tenant>(`/tenant/${resident.id}`, { image })).body.image
  const listFileOwners = () => Promise.all([first, second].map((key) => findFileOwner(portal.db, key)))
  const residentOwner = `tenant ${resident.id}`
  expect(await updateImage(first)).toBe(first)
  expect(await listFileOwners()).toEqual([residentOwner, null])
  expect(await updateImage(second)).toBe(second)
  expect(await listFileOwners()).toEqual([null, residentOwner])
  for (const empty of [[], '', null]) {
    expect(await updateImage(second)).toBe(second)
    expect(await updateImage(empty)).toBe(null)
    expect(await listFileOwners()).toEqual([null, null])
  }
})

test('fields missing in a body stay unchanged', async () => {
  const resident = await portal.as('client')
  const key = await uploadPicture(portal, resident)
  const updateProfile = async (body: unknown) =>
    (await resident.put<Tenant>(`/tenant/${resident.id}`, body)).body
  await updateProfile({ image: key, socialMediaAccount: 'ig: ana' })
  expect(await updateProfile({ socialMediaAccount: '' })).toMatchObject({
    image: key,
    socialMediaAccount: '',
  })
  expect(await updateProfile({})).toMatchObject({ image: key, socialMediaAccount: '' })
})

test("another's picture, a file of another kind or too long an account is refused, and nothing is changed", async () => {
  const [a, b] = [await portal.as('client'), await portal.as('client')]
  const key = await uploadPicture(portal, b)
  for (const image of [
    key,
    'images/nothing-00000000000000000000000000000000.png',
    '/etc/passwd',
    7,
    [key, key],
  ]) {
    const refusedAnswer = await a.put(`/tenant/${a.id}`, { socialMediaAccount: 'new', image })
    expect([refusedAnswer.status, Object.keys(refusedAnswer.body.errors)]).toEqual([400, ['image']])
  }
  const longValueResponse = await a.put(`/tenant/${a.id}`, { socialMediaAccount: 'x'.repeat(256) })
  expect([longValueResponse.status, Object.keys(longValueResponse.body.errors)]).toEqual([
    400,
    ['socialMediaAccount'],
  ])
  expect((await a.get<Tenant>(`/tenant/${a.id}`)).body).toMatchObject({
    socialMediaAccount: '',
    image: null,
  })
})

test('a change of an outdated profile is refused', async () => {
  const resident = await portal.as('client')
  const updateProfile = (body: unknown) => resident.put<Tenant>(`/tenant/${resident.id}`, body)
  const { updated_at } = (await updateProfile({ socialMediaAccount: 'first' })).body
  expect((await updateProfile({ socialMediaAccount: 'second', updated_at })).status).toBe(200)
  const outdatedResponse = await resident.put(`/tenant/${resident.id}`, {
    socialMediaAccount: 'third',
    updated_at,
  })
  expect([outdatedResponse.status, outdatedResponse.body.code]).toEqual([409, 'conflict'])
})

test('a change is sent to the account, one without effect is not', async () => {
  const resident = await portal.as('client')
  await portal.drainEvents()
  await resident.put(`/tenant/${resident.id}`, { socialMediaAccount: 'new' })
  expect(await portal.drainEvents()).toEqual([{ room: `client.${resident.id}`, event: 'account', data: {} }])
  await resident.put(`/tenant/${resident.id}`, { socialMediaAccount: 'new' })
  expect(await portal.drainEvents()).toEqual([])
})
