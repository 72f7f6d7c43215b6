import { expect, test } from 'vitest'
import { openFilesPortal } from '../testing.ts'
import { createSampleVideo, createAnimation, createSamplePicture } from './testing-samples.ts'

// A deep test, because it uses real pictures and films of the maximum size. hostile-content.test.ts uses
// small files whose headers claim a large size.
const portal = await openFilesPortal()
const resident = await portal.as('client')

test.for([
  () => createSamplePicture('jpeg', 10_000, 6500),
  () => createAnimation('webp', 4, 3000),
  () => createAnimation('gif', 151, 10),
  () => createAnimation('webp', 151, 10),
])(
  '%# of pictures of too many pixels, and animations of too many or too large ones, is refused',
  async (createContent) => {
    const { status, message } = await resident.upload('images', await createContent())
    expect(status).toBe(415)
    expect(message).toContain('of at most 64 million pixels')
    expect([await portal.listOnDisk(), await portal.listInTable()]).toEqual([[], []])
  },
)

test('an animation with the most frames is accepted', async () => {
  expect((await resident.upload('images', await createAnimation('webp', 150, 10))).status).toBe(201)
})

test('an image of 63 million pixels is accepted and scaled down', async () => {
  const { status, key } = await resident.upload('images', await createSamplePicture('jpeg', 9000, 7000))
  expect(status).toBe(201)
  const file = portal.db.selectFrom('files').select(['width', 'height']).where('key', '=', key)
  expect(await file.executeTakeFirst()).toEqual({ width: 4644, height: 3612 })
})

test('a film of 100 MB is accepted, and one byte more is refused', async () => {
  const maxBytes = 100 * 1024 * 1024
  const headerLength = createSampleVideo('isom', 0).length
  expect((await resident.upload('videos', createSampleVideo('isom', maxBytes - headerLength))).status).toBe(
    201,
  )
  expect(
    (await resident.upload('videos', createSampleVideo('isom', maxBytes - headerLength + 1))).status,
  ).toBe(413)
})
