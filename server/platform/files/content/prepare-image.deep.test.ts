import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { FileExtension } from '../store/file-key.ts'
import { prepareImage } from './prepare-image.ts'
import { createSamplePicture } from './testing-samples.ts'

const folder = await mkdtemp(join(tmpdir(), 'tahanan-image-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const OUTPUT_PATHS = {
  whole: join(folder, 'whole'),
  thumb: join(folder, 'thumb'),
  screen: join(folder, 'screen'),
}

async function prepareTestImage(content: Buffer, extension: FileExtension = 'jpg') {
  await Promise.all(Object.values(OUTPUT_PATHS).map((path) => rm(path, { force: true })))
  const inputPath = join(folder, 'given')
  await writeFile(inputPath, content)
  return prepareImage(inputPath, extension, OUTPUT_PATHS)
}

test.each([
  { format: 'jpeg', sent: [5000, 4000], kept: [4579, 3663] },
  { format: 'png', sent: [1080, 15_000], kept: [1080, 15_000] },
  { format: 'webp', sent: [720, 16_383], kept: [720, 16_383] },
  { format: 'jpeg', sent: [1000, 20_000], kept: [819, 16_383] },
] as const)(
  'a $format of $sent px keeps $kept: 16.8 million in all, however long it is',
  async (sizeCase) => {
    const extension = sizeCase.format === 'jpeg' ? 'jpg' : sizeCase.format
    const preparedImage = await prepareTestImage(
      await createSamplePicture(sizeCase.format, ...sizeCase.sent),
      extension,
    )
    expect(preparedImage).toEqual({ width: sizeCase.kept[0], height: sizeCase.kept[1], hasScreen: true })
    expect((await sharp(OUTPUT_PATHS.screen).metadata()).width).toBe(Math.min(1080, sizeCase.kept[0]))
  },
)
