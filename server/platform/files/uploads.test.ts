import sharp from 'sharp'
import { expect, test } from 'vitest'
import { depositForm } from '@tahanan/contract/billing/payment.ts'
import { acceptedFiles } from '@tahanan/contract/limits.ts'
import { film, pdf, photograph, picture, webm } from './content/testing-samples.ts'
import { openFilesPortal } from './testing.ts'

const portal = await openFilesPortal()
const resident = await portal.as('client')
const admin = await portal.as('admin')

const fetchBytes = async (link: string) =>
  Buffer.from(await (await fetch(portal.address + link)).arrayBuffer())

test('an upload answers its key and a working link', async () => {
  const { status, key, location, name } = await resident.upload(
    'images',
    await picture('png'),
    'Valid ID.png',
  )
  expect(status).toBe(201)
  expect(key).toMatch(/^images\/validid-[0-9a-f]{32}\.png$/)
  expect(name).toBe('Valid ID.png')
  const answer = await fetch(portal.address + location)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/png')
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
  expect(Number(answer.headers.get('content-length'))).toBe(row.bytes)
})

test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  'a %s keeps its format and gets a small WebP picture',
  async (format) => {
    const { location, thumb } = await resident.upload('images', await picture(format, 900, 300))
    expect((await sharp(await fetchBytes(location)).metadata()).format).toBe(format)
    const small = await sharp(await fetchBytes(thumb ?? '')).metadata()
    expect([small.format, small.width]).toEqual(['webp', 320])
  },
)

test('an image gets a WebP for screens, at most 1080 px wide and never enlarged', async () => {
  const sizes = [
    { sent: [3000, 2000], shown: [1080, 720] },
    { sent: [2000, 4000], shown: [1080, 2160] },
    { sent: [600, 400], shown: [600, 400] },
  ]
  for (const { sent, shown } of sizes) {
    const { screen } = await resident.upload('images', await picture('jpeg', ...(sent as [number, number])))
    const { format, width, height } = await sharp(await fetchBytes(screen ?? '')).metadata()
    expect([format, width, height]).toEqual(['webp', ...shown])
  }
})

test('ten large photographs have small sizes for a phone', async () => {
  // Noise over slow waves compresses worse than a photograph.
  const [width, height] = [4000, 3000]
  const raw = Buffer.alloc(width * height * 3)
  for (let i = 0; i < raw.length; i++)
    raw[i] = 128 + 90 * Math.sin(i / 90_000) + ((i * 2_654_435_761) % 97) / 8
  const photo = await sharp(raw, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 100 })
    .toBuffer()
  expect(photo.length).toBeGreaterThan(4_000_000)
  const { screen } = await resident.upload('images', photo, 'IMG_0001.jpg')
  expect((await fetchBytes(screen ?? '')).length).toBeLessThan(200_000)
})

test('a photograph is turned upright, and its place is removed', async () => {
  const sent = await photograph()
  expect(sent.includes('PhoneMaker')).toBe(true)
  const { location } = await resident.upload('incidentreports', sent, 'IMG_2041.JPG')
  const stored = await fetchBytes(location)
  const { width, height, exif, orientation } = await sharp(stored).metadata()
  expect([width, height]).toEqual([400, 600])
  expect([exif, orientation]).toEqual([undefined, undefined])
  expect(stored.includes('PhoneMaker')).toBe(false)
})

test('an animation stays animated', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#00ff00'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const animation = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer()
  const { location, screen = '' } = await resident.upload('images', animation, 'wave.gif')
  for (const link of [location, screen])
    expect((await sharp(await fetchBytes(link), { animated: true }).metadata()).pages).toBe(2)
})

test('an image larger than 4096 px is scaled down', async () => {
  const { location } = await resident.upload('images', await picture('jpeg', 6000, 3000), 'wide.jpg')
  const { width, height } = await sharp(await fetchBytes(location)).metadata()
  expect([width, height]).toEqual([4096, 2048])
})

test('a CSV and films are stored unchanged', async () => {
  const sent = [
    [
      admin,
      'soa/csv',
      Buffer.from('\u00ef\u00bb\u00bfurefno,Se\u00f1or\r\nA-101,5\r\n\u001a', 'latin1'),
      'soa.csv',
      'csv',
    ],
    [resident, 'videos', film('isom'), 'lobby.mov', 'mp4'],
    [resident, 'videos', film('qt  '), 'lobby.mp4', 'mov'],
    [resident, 'videos', webm(), 'lobby', 'webm'],
  ] as const
  for (const [who, folder, content, name, extension] of sent) {
    const { status, key, location, thumb } = await who.upload(folder, content, name)
    expect([status, key.split('.').at(-1), thumb]).toEqual([201, extension, undefined])
    expect((await fetchBytes(location)).equals(content)).toBe(true)
  }
})

test('two files of the same name are kept', async () => {
  const [red, blue] = await Promise.all([picture('png', 10, 10), picture('png', 20, 20)])
  const first = await resident.upload('images', red, 'same.png')
  const second = await admin.upload('images', blue, 'same.png')
  expect(first.key).not.toBe(second.key)
  expect((await sharp(await fetchBytes(first.location)).metadata()).width).toBe(10)
})

test('each area writes only to its folders', async () => {
  const image = await picture('png')
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
  const { status, message } = await resident.upload(images.folder, await pdf())
  expect([status, message]).toEqual([
    415,
    `This kind of file is not accepted here. Accepted: ${acceptedFiles(images.accept).label}.`,
  ])
})

const statusesOf = async (uploads: Promise<{ status: number }>[]) =>
  (await Promise.all(uploads)).map(({ status }) => status).toSorted()

test('of 130 simultaneous uploads a resident has a hundred a day; an administrator has more', async () => {
  const [hoarder, neighbour] = [await portal.as('client'), await portal.as('client')]
  const small = film()
  const upload = () => hoarder.upload('videos', small, 'film.mp4')
  expect(await statusesOf(Array.from({ length: 130 }, upload))).toEqual([
    ...Array<number>(100).fill(201),
    ...Array<number>(30).fill(429),
  ])
  await portal.db
    .updateTable('files')
    .set({ owner_kind: 'ticket', owner_id: 1 })
    .where('uploader_id', '=', hoarder.id)
    .execute()
  const refused = await upload()
  expect([refused.status, refused.message]).toEqual([429, 'Too many attempts. Please try again tomorrow.'])
  expect((await neighbour.upload('videos', small)).status).toBe(201)
  expect(await statusesOf(Array.from({ length: 101 }, () => admin.upload('videos', small)))).not.toContain(
    429,
  )

  await portal.db
    .updateTable('login_failures')
    .set({ at: new Date(Date.now() - 25 * 60 * 60 * 1000) })
    .where('subject', '=', `upload client ${hoarder.id}`)
    .execute()
  expect((await upload()).status).toBe(201)
})

test('a refused upload does not count in the quota; a large one counts several times', async () => {
  const someone = await portal.as('client')
  const taken = async () =>
    (
      await portal.db
        .selectFrom('login_failures')
        .select('id')
        .where('subject', '=', `upload client ${someone.id}`)
        .execute()
    ).length
  for (const [folder, content] of [
    ['images', 'not a picture'],
    ['nowhere', await picture('png')],
    ['logo', await picture('png')],
  ] as const)
    expect((await someone.upload(folder, content)).status).toBeGreaterThanOrEqual(400)
  expect(await taken()).toBe(0)
  expect((await someone.upload('images', await picture('png'))).status).toBe(201)
  expect(await taken()).toBe(1)
  expect((await someone.upload('videos', film('isom', 45 * 1024 * 1024))).status).toBe(201)
  expect(await taken()).toBe(5)
})
