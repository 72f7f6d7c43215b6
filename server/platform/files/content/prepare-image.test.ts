import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { FileExtension } from '../store/file-key.ts'
import { prepareImage } from './prepare-image.ts'
import {
  createFakeSizeGif,
  createFakeSizePng,
  createAnimation,
  createPhotograph,
  createSamplePicture,
} from './testing-samples.ts'

const folder = await mkdtemp(join(tmpdir(), 'tahanan-image-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const OUTPUT_PATHS = {
  whole: join(folder, 'whole'),
  thumb: join(folder, 'thumb'),
  screen: join(folder, 'screen'),
}
const HTML = '<!doctype html><script>alert(1)</script>'

async function prepareTestImage(content: Buffer, extension: FileExtension = 'jpg') {
  await Promise.all(Object.values(OUTPUT_PATHS).map((path) => rm(path, { force: true })))
  const inputPath = join(folder, 'given')
  await writeFile(inputPath, content)
  return prepareImage(inputPath, extension, OUTPUT_PATHS)
}

test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  'a %s keeps its format without what is appended, and gets a small WebP picture',
  async (format) => {
    const inputBytes = Buffer.concat([await createSamplePicture(format, 900, 300), Buffer.from(HTML)])
    await prepareTestImage(inputBytes, format === 'jpeg' ? 'jpg' : format)
    expect((await sharp(OUTPUT_PATHS.whole).metadata()).format).toBe(format)
    expect((await readFile(OUTPUT_PATHS.whole)).includes('script')).toBe(false)
    const thumbMetadata = await sharp(OUTPUT_PATHS.thumb).metadata()
    expect([thumbMetadata.format, thumbMetadata.width]).toEqual(['webp', 320])
  },
)

test.each([
  { sent: [1600, 1000], shown: [1080, 675] },
  { sent: [1500, 2000], shown: [1080, 1440] },
  { sent: [600, 400], shown: [600, 400] },
] as const)(
  'an image of $sent px gets a WebP for screens of $shown px, never enlarged',
  async ({ sent, shown }) => {
    expect(await prepareTestImage(await createSamplePicture('jpeg', ...sent))).toEqual({
      width: sent[0],
      height: sent[1],
      hasScreen: true,
    })
    const { format, width, height } = await sharp(OUTPUT_PATHS.screen).metadata()
    expect([format, width, height]).toEqual(['webp', ...shown])
  },
)

test('a detailed photograph has at most 200 kB on a screen', async () => {
  // The test image is noise on top of slow waves, which compresses worse than a real photograph.
  const [width, height] = [1080, 810]
  const rawPixels = Buffer.alloc(width * height * 3)
  for (let i = 0; i < rawPixels.length; i++)
    rawPixels[i] = 128 + 90 * Math.sin(i / 90_000) + ((i * 2_654_435_761) % 97) / 8
  await prepareTestImage(
    await sharp(rawPixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 100 })
      .toBuffer(),
  )
  expect((await stat(OUTPUT_PATHS.screen)).size).toBeLessThan(200_000)
})

test('a photograph is turned upright, and its place is removed', async () => {
  const sentPhoto = await createPhotograph()
  expect(sentPhoto.includes('PhoneMaker')).toBe(true)
  await prepareTestImage(sentPhoto)
  const storedBytes = await readFile(OUTPUT_PATHS.whole)
  const { width, height, exif, orientation } = await sharp(storedBytes).metadata()
  expect([width, height]).toEqual([400, 600])
  expect([exif, orientation]).toEqual([undefined, undefined])
  expect(storedBytes.includes('PhoneMaker')).toBe(false)
})

test('an animation stays animated, and has no size for screens', async () => {
  expect(await prepareTestImage(await createAnimation('gif', 2, 20), 'gif')).toEqual({
    width: 20,
    height: 20,
    hasScreen: false,
  })
  expect((await sharp(OUTPUT_PATHS.whole, { animated: true }).metadata()).pages).toBe(2)
  await expect(stat(OUTPUT_PATHS.screen)).rejects.toThrow('ENOENT')
})

test('a picture is reduced to 16.8 million pixels, however long it is', async () => {
  const content = await createSamplePicture('png', 30_000, 400)
  expect(await prepareTestImage(content, 'png')).toEqual({ width: 16_383, height: 218, hasScreen: true })
  expect((await sharp(OUTPUT_PATHS.screen).metadata()).width).toBe(1080)
})

test('a JPEG whose end marker is missing is accepted, also with padding', async () => {
  const rawPixels = Buffer.from(
    Array.from({ length: 400 * 300 * 3 }, (_, n) => ((n * 2_654_435_761) >>> 3) % 256),
  )
  const image = sharp(rawPixels, { raw: { width: 400, height: 300, channels: 3 } })
  for (const progressive of [false, true]) {
    const jpeg = await image.jpeg({ progressive }).toBuffer()
    const preparedInfo = { width: 400, height: 300, hasScreen: true }
    expect(await prepareTestImage(jpeg.subarray(0, -2))).toEqual(preparedInfo)
    expect(await prepareTestImage(jpeg.subarray(0, -1))).toEqual(preparedInfo)
    expect(await prepareTestImage(Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(8)]))).toEqual(
      preparedInfo,
    )
    await expect(prepareTestImage(jpeg.subarray(0, jpeg.length * 0.8))).rejects.toThrow(
      'premature end of data',
    )
  }
})

test.each([
  ['an image of 50,000 by 50,000 pixels', createFakeSizePng(50_000, 50_000), 'png'],
  ['an image of 65 million pixels', createFakeSizePng(10_000, 6500), 'png'],
  ['an animation of 36 million pixels', createFakeSizeGif(16, 1500), 'gif'],
  ['an animation of 151 pictures', createFakeSizeGif(151, 10), 'gif'],
] as const)('%s is too large', async (_, content, extension) => {
  expect(await prepareTestImage(content, extension)).toBe('tooLarge')
})

test('an animation with the most pictures is accepted', async () => {
  expect(await prepareTestImage(createFakeSizeGif(150, 10), 'gif')).toEqual({
    width: 10,
    height: 10,
    hasScreen: false,
  })
})

test('a damaged image, and one of another format, are refused', async () => {
  const jpeg = await createSamplePicture('jpeg', 400, 400)
  await expect(prepareTestImage(jpeg.subarray(0, jpeg.length / 2))).rejects.toThrow('premature end of data')
  await expect(prepareTestImage(jpeg.subarray(0, 20))).rejects.toThrow()
  await expect(prepareTestImage(jpeg, 'png')).rejects.toThrow('This is jpeg, not png.')
  await expect(prepareTestImage(Buffer.from('GIF89a/*<script>alert(1)</script>*/'), 'gif')).rejects.toThrow()
})
