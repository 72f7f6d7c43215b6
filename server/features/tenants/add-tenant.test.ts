import { expect, test } from 'vitest'
import { createSamplePicture } from '#platform/files/content/testing-samples.ts'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { uploadFile } from '#testing/uploads.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { addTenant, logInAs, createTenantBody } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin', { roles: { tenants: ['view', 'add', 'edit', 'delete'] } })

const createTenant = (overrides?: Record<string, unknown>) => addTenant(admin, overrides)
const login = (clientCode: string, password: string) => logInAs(portal, clientCode, password)

test('an added tenant has every field, mobile numbers as digits, type 3, status 1 and its creator, and no password', async () => {
  const fields = createTenantBody({
    firstName: 'Ana',
    middleName: 'Cruz',
    lastName: 'Reyes',
    email: 'ana@example.test',
    uocctel1: '0917-555-1000',
    uocctel2: '02 8555 1000',
    phoneNumber: '+63 917 555 1000',
    unitNumber: 'A-101',
    address: 'Unit A-101, 88 Sampaguita Street',
  })
  const addResponse = await admin.post<Tenant>('/tenant', { ...fields, password: ' with blanks around ' })
  expect(addResponse.status).toBe(201)
  expect(addResponse.body).toMatchObject({
    ...fields,
    uocctel1: '09175551000',
    phoneNumber: '09175551000',
    name: 'Ana Reyes',
    type: 3,
    status: 1,
    postById: admin.id,
    hasPassword: true,
    soaAmount: 0,
    image: null,
    lastSeen: null,
  })
  expect(JSON.stringify(addResponse.body)).not.toMatch(/argon2|with blanks|password_hash/)
  expect((await login(fields.clientCode, ' with blanks around ')).status).toBe(200)
  expect((await login(fields.clientCode, 'with blanks around')).status).toBe(401)
})

test('required fields are refused with the messages of rules 3.2', async () => {
  const { status, body: refusal } = await admin.post('/tenant', { uoccname: '  ' })
  expect(status).toBe(400)
  expect(refusal.errors).toEqual({
    uoccname: ['Please input your Uocc name!'],
    uoccpers: ['Please input your Uocc pers!'],
    uocctel1: ['Please input your Uocc tel1!'],
    uocctel2: ['Please input your Uocc tel2!'],
    ubtname: ['Please input your Ubt name!'],
    ubaddln1: ['Please input your Ubaddln1!'],
    ubaddln2: ['Please input your Ubaddln2!'],
    ubaddln3: ['Please input your Ubaddln3!'],
    ubaddln4: ['Please input your Ubaddln4!'],
  })
})

test('a missing client code is generated, never one in use', async () => {
  const firstTenant = await createTenant({ clientCode: '' })
  expect(firstTenant.clientCode).toMatch(/^T-\d{6}$/)
  const nextClientCode = `T-${String(Number(firstTenant.clientCode.slice(2)) + 1).padStart(6, '0')}`
  await createTenant({ clientCode: nextClientCode.toLowerCase() })
  const { clientCode } = await createTenant({ clientCode: undefined })
  expect(Number(clientCode.slice(2))).toBe(Number(firstTenant.clientCode.slice(2)) + 2)
})

test('simultaneous additions without a code get a code each', async () => {
  const addedTenants = await Promise.all([1, 2, 3, 4, 5].map(() => createTenant({ clientCode: null })))
  expect(new Set(addedTenants.map(({ clientCode }) => clientCode)).size).toBe(5)
})

test('a client code in use is refused ignoring case, also of two simultaneous additions', async () => {
  const code = `Twin-${Date.now()}`
  const addResponses = await Promise.all(
    [code, code.toUpperCase(), ` ${code.toLowerCase()} `].map((clientCode) =>
      admin.post('/tenant', createTenantBody({ clientCode })),
    ),
  )
  expect(addResponses.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  const refusedAnswer = addResponses.find(({ status }) => status === 400)
  expect(refusedAnswer?.body.errors).toEqual({ clientCode: ['This client code is taken already.'] })
  expect(refusedAnswer?.body.message).toBe('This client code is taken already.')
})

test('without a password the tenant cannot log in yet', async () => {
  const { clientCode, hasPassword } = await createTenant({ password: '   ' })
  expect(hasPassword).toBe(false)
  for (const password of [TEST_PASSWORD, '', '   ', 'null'])
    expect([400, 401]).toContain((await login(clientCode, password)).status)
})

test('the image must be an upload of this administrator, as a list of one file or as a key', async () => {
  const key = await uploadFile(portal, admin, 'images', await createSamplePicture('png'))
  const tenant = await createTenant({ image: [{ name: 'me.png', url: key }] })
  expect(tenant).toMatchObject({ image: key, src: expect.stringContaining(key) as string })
  const secondPicture = await uploadFile(portal, admin, 'images', await createSamplePicture('png'))
  expect((await createTenant({ image: secondPicture })).image).toBe(secondPicture)
  const residentPicture = await uploadFile(
    portal,
    await portal.as('client'),
    'images',
    await createSamplePicture('png'),
  )
  for (const image of [
    key,
    residentPicture,
    'soa/pdf/x.pdf',
    '../../etc/passwd',
    7,
    [{ url: 'logo/x.png' }],
  ]) {
    const refusedAnswer = await admin.post('/tenant', createTenantBody({ image }))
    expect([refusedAnswer.status, Object.keys(refusedAnswer.body.errors)]).toEqual([400, ['image']])
  }
})

test.each([
  [{ email: 'no address' }, 'email'],
  [{ email: 'a@b.test\r\nBcc: all@b.test' }, 'email'],
  [{ email: 'a@b.test, c@d.test' }, 'email'],
  [{ email: '"x" <a@b.test>' }, 'email'],
  [{ password: 'short' }, 'password'],
  [{ password: 'x'.repeat(201) }, 'password'],
  [{ password: 12345678 }, 'password'],
  [{ password: { length: 9 } }, 'password'],
  [{ clientCode: 'x'.repeat(51) }, 'clientCode'],
  [{ clientCode: 'A\u0000B' }, 'clientCode'],
  [{ clientCode: ['A'] }, 'clientCode'],
  [{ uoccname: 'x'.repeat(256) }, 'uoccname'],
  [{ uoccname: { $gt: '' } }, 'uoccname'],
  [{ ubaddln4: '\ud800' }, 'ubaddln4'],
  [{ address: 'x'.repeat(501) }, 'address'],
])('%j is refused at the field', async (invalidFields, field) => {
  const { status, body: refusal } = await admin.post('/tenant', createTenantBody(invalidFields))
  expect([status, Object.keys(refusal.errors)]).toEqual([400, [field]])
})

test('texts are stored in NFC, however they arrive, and passwords as they were typed', async () => {
  const [composed, decomposed] = ['Peña José', 'Pen\u0303a Jose\u0301']
  for (const uoccname of [decomposed, composed]) {
    const password = `${decomposed} 1${uoccname.length}`
    const fields = createTenantBody({ uoccname })
    const { status, body } = await admin.post<Tenant>('/tenant', { ...fields, password })
    expect([status, body.uoccname]).toEqual([201, composed])
    expect((await login(fields.clientCode, password)).status).toBe(200)
  }
  const escapedBody = JSON.stringify(createTenantBody({ uoccname: decomposed })).replaceAll(
    /[\u0300-\uffff]/g,
    (character) => `\\u0${character.charCodeAt(0).toString(16)}`,
  )
  const { statusCode, json } = await portal.app.inject({
    method: 'POST',
    url: '/api/tenant',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    payload: escapedBody,
  })
  expect([escapedBody.includes('\\u0303'), statusCode, json<Tenant>().uoccname]).toEqual([
    true,
    201,
    composed,
  ])
})

test('a client code is found at login whatever invisible characters were pasted with it', async () => {
  const { clientCode } = await createTenant({ password: TEST_PASSWORD })
  expect((await login(`\u200b${clientCode}\u202c\n`, TEST_PASSWORD)).status).toBe(200)
})
