import sharp from 'sharp'
import { expect, test } from 'vitest'
import { depositForm } from '@tahanan/contract/billing/payment.ts'
import { getAcceptedFiles } from '@tahanan/contract/limits.ts'
import { buildPdf, SAMPLE_TEXT } from './content/pdf/testing-pdfs.ts'
import {
  createSampleVideo,
  createSamplePdf,
  createSamplePicture,
  createWebm,
} from './content/testing-samples.ts'
import { openFilesPortal, type Uploader } from './testing.ts'

const portal = await openFilesPortal()
const resident = await portal.as('client')
const admin = await portal.as('admin')

const fetchBytes = async (link: string) =>
  Buffer.from(await (await fetch(portal.address + link)).arrayBuffer())

test('an upload answers its key and a working link', async () => {
  const { status, key, location, name } = await resident.upload(
    'images',
    await createSamplePicture('png'),
    'Valid ID.png',
  )
  expect(status).toBe(201)
  expect(key).toMatch(/^images\/validid-[0-9a-f]{32}\.png$/)
  expect(name).toBe('Valid ID.png')
  const downloadResponse = await fetch(portal.address + location)
  expect(downloadResponse.status).toBe(200)
  expect(downloadResponse.headers.get('content-type')).toBe('image/png')
  const row = await portal.db.selectFrom('files').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    folder: 'images',
    mime: 'image/png',
    width: 60,
    height: 40,
    has_thumb: true,
    uploader_area: 'client',
    uploader_id: resident.id,
    owner_kind: null,
  })
  expect(Number(downloadResponse.headers.get('content-length'))).toBe(row.bytes)
})

test('an image gets small WebP pictures, and a PDF is rewritten', async () => {
  const { thumb = '', screen = '' } = await resident.upload(
    'images',
    await createSamplePicture('jpeg', 1200, 600),
  )
  expect((await sharp(await fetchBytes(thumb)).metadata()).width).toBe(320)
  expect((await sharp(await fetchBytes(screen)).metadata()).width).toBe(1080)
  const originalPdf = buildPdf({ catalog: '/OpenAction << /S /JavaScript /JS (evil) >>' })
  const { status, location } = await admin.upload('pdf', originalPdf, 'rules.pdf')
  expect(status).toBe(201)
  const servedText = (await fetchBytes(location)).toString('latin1')
  expect(servedText).toContain(SAMPLE_TEXT)
  expect(servedText).not.toContain('JavaScript')
})

test('a PDF behind the header of a print job is accepted; such a text without one is not', async () => {
  const header = Buffer.from('\u001b%-12345X@PJL JOB\r\n')
  expect(await admin.upload('pdf', Buffer.concat([header, buildPdf()]), 'soa.pdf')).toMatchObject({
    status: 201,
    key: expect.stringMatching(/\.pdf$/),
  })
  expect((await admin.upload('pdf', header, 'soa.pdf')).status).toBe(415)
  expect((await resident.upload('images', Buffer.concat([header, buildPdf()]), 'soa.png')).status).toBe(415)
})

test('a PDF that cannot be rewritten is refused with the reason', async () => {
  const portfolio = buildPdf({ catalog: '/Collection << /View /D >>' })
  const { status, message } = await admin.upload('pdf', portfolio, 'rules.pdf')
  expect([status, message]).toEqual([
    415,
    'This PDF is a collection of other files. Upload each of them by itself.',
  ])
  expect((await portal.listOnDisk()).filter((path) => path.includes('.incoming'))).toEqual([])
})

test('a CSV and films are stored unchanged', async () => {
  const uploadCases = [
    [
      admin,
      'soa/csv',
      Buffer.from('\u00ef\u00bb\u00bfurefno,Se\u00f1or\r\nA-101,5\r\n\u001a', 'latin1'),
      'soa.csv',
      'csv',
    ],
    [resident, 'videos', createSampleVideo('isom'), 'lobby.mov', 'mp4'],
    [resident, 'videos', createSampleVideo('qt  '), 'lobby.mp4', 'mov'],
    [resident, 'videos', createWebm(), 'lobby', 'webm'],
  ] as const
  for (const [uploader, folder, content, name, extension] of uploadCases) {
    const { status, key, location, thumb } = await uploader.upload(folder, content, name)
    expect([status, key.split('.').at(-1), thumb]).toEqual([201, extension, undefined])
    expect((await fetchBytes(location)).equals(content)).toBe(true)
  }
})

test('two files of the same name are kept', async () => {
  const [red, blue] = await Promise.all([
    createSamplePicture('png', 10, 10),
    createSamplePicture('png', 20, 20),
  ])
  const residentUpload = await resident.upload('images', red, 'same.png')
  const adminUpload = await admin.upload('images', blue, 'same.png')
  expect(residentUpload.key).not.toBe(adminUpload.key)
  expect((await sharp(await fetchBytes(residentUpload.location)).metadata()).width).toBe(10)
})

test('each area writes only to its folders', async () => {
  const image = await createSamplePicture('png')
  expect((await resident.upload('logo', image)).status).toBe(403)
  expect((await resident.upload('amenities', image)).status).toBe(403)
  expect((await admin.upload('depositslip', image)).status).toBe(403)
  expect((await admin.upload('logo', image)).status).toBe(403)
  expect((await (await portal.as('super-admin')).upload('logo', image)).status).toBe(201)
  for (const folder of ['', 'backups', 'soa', '__proto__', 'constructor', 'IMAGES', 'images/x']) {
    expect((await resident.upload(folder, image)).status).toBe(400)
  }
})

test('the refusal of a deposit slip names exactly the kinds that its form offers', async () => {
  const { images } = depositForm.fields
  if (images?.kind !== 'files') throw new Error('the deposit form takes a slip')
  const { status, message } = await resident.upload(images.folder, await createSamplePdf())
  expect([status, message]).toEqual([
    415,
    `This kind of file is not accepted here. Accepted: ${getAcceptedFiles(images.accept).label}.`,
  ])
})

const getStatuses = async (uploads: Promise<{ status: number }>[]) =>
  (await Promise.all(uploads)).map(({ status }) => status).toSorted()

const addUploadAttempts = (uploader: Uploader, uploadCount: number) =>
  portal.db
    .insertInto('login_failures')
    .values(
      Array.from({ length: uploadCount }, () => ({ subject: `upload ${uploader.area} ${uploader.id}` })),
    )
    .execute()

test('of simultaneous uploads a resident has a hundred a day; an administrator has more', async () => {
  const [busyUploader, otherUploader] = [await portal.as('client'), await portal.as('client')]
  const smallVideo = createSampleVideo()
  const uploadSmallVideo = () => busyUploader.upload('videos', smallVideo, 'film.mp4')
  await addUploadAttempts(busyUploader, 90)
  await addUploadAttempts(admin, 100)
  expect(await getStatuses(Array.from({ length: 15 }, uploadSmallVideo))).toEqual([
    ...Array<number>(10).fill(201),
    ...Array<number>(5).fill(429),
  ])
  await portal.db
    .updateTable('files')
    .set({ owner_kind: 'ticket', owner_id: 1 })
    .where('uploader_id', '=', busyUploader.id)
    .execute()
  const refusedUpload = await uploadSmallVideo()
  expect([refusedUpload.status, refusedUpload.message]).toEqual([
    429,
    'Too many attempts. Please try again tomorrow.',
  ])
  expect((await otherUploader.upload('videos', smallVideo)).status).toBe(201)
  expect((await admin.upload('videos', smallVideo)).status).toBe(201)

  await portal.db
    .updateTable('login_failures')
    .set({ at: new Date(Date.now() - 25 * 60 * 60 * 1000) })
    .where('subject', '=', `upload client ${busyUploader.id}`)
    .execute()
  expect((await uploadSmallVideo()).status).toBe(201)
})

test('a refused upload does not count in the quota; a large one counts several times', async () => {
  const otherResident = await portal.as('client')
  const countUsedUploads = async () =>
    (
      await portal.db
        .selectFrom('login_failures')
        .select('id')
        .where('subject', '=', `upload client ${otherResident.id}`)
        .execute()
    ).length
  for (const [folder, content] of [
    ['images', 'not a picture'],
    ['nowhere', await createSamplePicture('png')],
    ['logo', await createSamplePicture('png')],
  ] as const)
    expect((await otherResident.upload(folder, content)).status).toBeGreaterThanOrEqual(400)
  expect(await countUsedUploads()).toBe(0)
  expect((await otherResident.upload('images', await createSamplePicture('png'))).status).toBe(201)
  expect(await countUsedUploads()).toBe(1)
  expect((await otherResident.upload('videos', createSampleVideo('isom', 45 * 1024 * 1024))).status).toBe(201)
  expect(await countUsedUploads()).toBe(5)
  await addUploadAttempts(otherResident, 92)
  expect((await otherResident.upload('videos', createSampleVideo('isom', 45 * 1024 * 1024))).status).toBe(429)
  expect((await otherResident.upload('images', await createSamplePicture('png'))).status).toBe(201)
})
