import { expect, test } from 'vitest'
import { createSamplePicture } from '#platform/files/content/testing-samples.ts'
import { openTestPortal } from '#testing/portal.ts'
import { findFileOwner, uploadFile } from '#testing/uploads.ts'
import type { Terms } from '@tahanan/contract/settings/answers.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const superAdmin = await portal.as('super-admin')

const createParagraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const createImage = (key: string) => ({ type: 'image', attrs: { key } })
const createDocument = (...content: object[]) => JSON.stringify({ type: 'doc', content })
const saveTerms = (content: unknown, extraFields: object = {}) =>
  superAdmin.post('/terms-and-conditions', {
    title: 'Terms And Conditions',
    content,
    status: 1,
    ...extraFields,
  })
const loadTerms = async () => (await superAdmin.get<Terms>('/terms-and-conditions')).body
const loadPublicTerms = async () => (await portal.nobody.get<Terms>('/public-terms-and-conditions')).body
const uploadTermsImage = async (caller = superAdmin) =>
  uploadFile(portal, caller, 'images', await createSamplePicture('png'), 'seal.png')

test('the super-administrator changes the terms, and everybody can read them', async () => {
  const { status, body } = await saveTerms(createDocument(createParagraph('Be kind.')), {
    title: 'Other',
    status: 0,
  })
  expect([status, body]).toEqual([
    200,
    { message: 'You have successfully updated the Terms and Conditions.' },
  ])
  expect(await loadTerms()).toMatchObject({ title: 'Terms And Conditions', status: 1, image: '' })
  expect((await loadPublicTerms()).value).toContain('Be kind.')
  const { body: log } = await superAdmin.get<{ data: object[] }>('/audit-log?subject=terms')
  expect(log.data[0]).toMatchObject({ action: 'change', subjectName: 'Terms And Conditions' })
})

test('the terms own their pictures, which open for everybody without a signature', async () => {
  const [textImage, standaloneImage] = [await uploadTermsImage(), await uploadTermsImage()]
  await saveTerms(createDocument(createParagraph('See'), createImage(textImage)), { image: standaloneImage })
  const { value, src } = await loadPublicTerms()
  const links = [src ?? '', JSON.parse(value).content[1].attrs.src as string]
  for (const link of [...links, `/files/${textImage}`, `/files/${standaloneImage}`])
    expect((await portal.app.inject(link)).statusCode, link).toBe(200)
  const resident = await portal.as('client')
  expect((await resident.get(`/file?name=${textImage}`)).status).toBe(200)
  expect([
    await findFileOwner(portal.db, textImage),
    await findFileOwner(portal.db, standaloneImage),
  ]).toEqual(['terms 1', 'terms 1'])

  await saveTerms(JSON.parse(value) as object)
  expect(await findFileOwner(portal.db, textImage)).toBe('terms 1')
  await saveTerms(createDocument(createParagraph('No pictures')), { image: '' })
  expect([
    await findFileOwner(portal.db, textImage),
    await findFileOwner(portal.db, standaloneImage),
  ]).toEqual([null, null])
  expect((await portal.app.inject(`/files/${textImage}`)).statusCode).toBe(403)
})

test('a picture without an owner or of another account is refused, and nothing changes', async () => {
  await saveTerms(createDocument(createParagraph('As it was')))
  const admin = await portal.as('admin')
  const [foreignImage, ownImage] = [await uploadTermsImage(admin), await uploadTermsImage()]
  for (const content of [
    createDocument(createImage(foreignImage)),
    createDocument(createImage(ownImage), createImage(foreignImage)),
  ])
    expect((await saveTerms(content)).body.errors).toEqual({ content: ['This file was not uploaded here.'] })
  expect(
    (await saveTerms(createDocument(createParagraph('x')), { image: foreignImage })).body.errors,
  ).toEqual({
    image: ['This file was not uploaded here.'],
  })
  expect(
    (await saveTerms(createDocument(createParagraph('x')), { image: 'logo/x.png' })).body.errors,
  ).toEqual({
    image: ['This image does not lie in the folder images.'],
  })
  expect(await findFileOwner(portal.db, ownImage)).toBe(null)
  expect((await loadPublicTerms()).value).toContain('As it was')
  expect((await portal.app.inject(`/files/${ownImage}`)).statusCode).toBe(403)
})

test.each([
  [null, 'This text could not be read.'],
  ['', 'This text could not be read.'],
  ['{"type":', 'This text could not be read.'],
  [{ type: 'doc', content: [] }, 'Please input the terms and conditions!'],
  [createDocument({ type: 'script', content: [] }), 'This text holds something that is not allowed here.'],
  [
    createDocument({ type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(100_001) }] }),
    'This text is too long.',
  ],
  [
    createDocument({ type: 'image', attrs: { src: 'https://elsewhere.test/x.png' } }),
    'A picture was not uploaded here.',
  ],
])('terms that are %j are refused', async (content, message) => {
  const { status, body } = await saveTerms(content)
  expect([status, body.errors]).toEqual([400, { content: [message] }])
})

test('of two simultaneous changes the second is refused', async () => {
  const { updated_at } = await loadTerms()
  expect((await saveTerms(createDocument(createParagraph('First')), { updated_at })).status).toBe(200)
  expect((await saveTerms(createDocument(createParagraph('Second')), { updated_at })).status).toBe(409)
  expect((await saveTerms(createDocument(createParagraph('Second')), { updated_at: 'now' })).status).toBe(400)
})
