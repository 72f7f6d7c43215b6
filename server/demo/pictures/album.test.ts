import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openAlbum } from './album.ts'
import { webmOfWebps } from './webm.ts'

test('a picture is a JPEG with a thumbnail, drawn once', async () => {
  const album = openAlbum()
  const pool = await album('pool')
  expect((await fileTypeFromBuffer(pool.bytes))?.mime).toBe('image/jpeg')
  expect(pool).toMatchObject({ width: 1280, height: 960 })
  expect((await sharp(pool.thumb).metadata()).width).toBe(320)
  expect(await album('pool')).toBe(pool)
})

test('the film is a WebM', async () => {
  const film = await openAlbum()('drippingFilm')
  expect((await fileTypeFromBuffer(film.bytes))?.mime).toBe('video/webm')
  expect(film.bytes.length).toBeLessThan(500_000)
})

test('a film cannot be made of pictures without a VP8 frame', async () => {
  const lossless = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .webp({ lossless: true })
    .toBuffer()
  expect(() => webmOfWebps([lossless], { width: 8, height: 8, framesPerSecond: 10 })).toThrow('no VP8 frame')
})
