import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { SCREEN_WIDTH, THUMB_SIDE } from '#platform/files/store/file-key.ts'
import { loadAsset } from './demo-files.ts'

const FOLDER = join(import.meta.dirname, 'assets')
const files = await readdir(FOLDER)
const pdfNames = files.filter((name) => name.endsWith('.pdf'))
const pictureNames = files
  .filter((name) => name.endsWith('.jpg'))
  .map((name) => name.slice(0, -'.jpg'.length))

test.each(pictureNames)('%s is a JPEG with the sizes of an upload', async (name) => {
  const { bytes, thumb, screen, ...size } = await loadAsset(`${name}.jpg`)
  expect((await fileTypeFromBuffer(bytes))?.mime).toBe('image/jpeg')
  const { width, height } = await sharp(bytes).metadata()
  expect(size).toMatchObject({ mime: 'image/jpeg', width, height })
  expect(await sharp(thumb).metadata()).toMatchObject({ format: 'webp', width: THUMB_SIDE })
  expect(await sharp(screen).metadata()).toMatchObject({ format: 'webp', width: SCREEN_WIDTH })
})

test('the film is a WebM', async () => {
  const film = await loadAsset('dripping-film.webm')
  expect((await fileTypeFromBuffer(film.bytes))?.mime).toBe('video/webm')
  expect(film.bytes.length).toBeLessThan(500_000)
})

test.each(pdfNames)('%s is a PDF', async (name) => {
  const { bytes, mime, thumb } = await loadAsset(name)
  expect((await fileTypeFromBuffer(bytes))?.mime).toBe(mime)
  expect(thumb).toBeUndefined()
})

test('there are no other files, and the total size is small', async () => {
  const extensions = ['jpg', 'thumb.webp', 'screen.webp']
  const expectedNames = pictureNames.flatMap((name) => extensions.map((extension) => `${name}.${extension}`))
  expect(files.toSorted()).toEqual([...expectedNames, ...pdfNames, 'dripping-film.webm'].toSorted())
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(FOLDER, name))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_000_000)
})
