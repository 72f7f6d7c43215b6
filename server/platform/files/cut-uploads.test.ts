import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { createSampleVideo, createSamplePicture } from './content/testing-samples.ts'
import { receiveUpload } from './receive-upload.ts'
import { BOUNDARY, createFilesPortal, END, openFilesPortal, createPart } from './testing.ts'

const portal = await openFilesPortal()
const resident = await portal.as('client')
afterEach(async () => {
  await expect.poll(() => portal.listOnDisk()).toEqual([])
  expect(await portal.listInTable()).toEqual([])
})

const createField = (name: string, content: Buffer | string, fileName?: string) => {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`
  return createPart(`Content-Disposition: form-data; name="${name}"${file}`, content)
}

async function openUpload(length: number | 'chunked'): Promise<Socket> {
  const { hostname, port } = new URL(portal.address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(
    `POST /api/file HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${resident.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n` +
      `${length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`}\r\n\r\n`,
  )
  return socket
}

function waitForStatus(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const statusMatch = /^HTTP\/1\.1 (\d{3})/.exec(text)
      if (statusMatch) resolve(Number(statusMatch[1]))
    })
    socket.on('close', () => resolve(0))
  })
}

const writeToSocket = (socket: Socket, data: Buffer) =>
  new Promise<void>((resolve) => void socket.write(data, () => resolve()))

const postParts = (...parts: Buffer[]) => resident.post(Buffer.concat(parts))

test.each([1, 99])('an upload cut at %i percent is removed', async (percent) => {
  const body = Buffer.concat([
    createField('url', 'videos/film.mp4'),
    createField('file', createSampleVideo('isom', 3_000_000), 'film.mp4'),
    END,
  ])
  const socket = await openUpload(body.length)
  await writeToSocket(socket, body.subarray(0, Math.floor((body.length * percent) / 100)))
  await expect.poll(async () => (await portal.listOnDisk()).length).toBe(1)
  socket.destroy()
})

test('a body that ends in the middle of the file is refused', async () => {
  const body = Buffer.concat([
    createField('url', 'images/x.png'),
    createField('file', await createSamplePicture('png'), 'x.png'),
  ])
  expect(await postParts(body.subarray(0, body.length - 20))).toBe(400)
})

test('an endless upload without a length is refused at the limit', async () => {
  const socket = await openUpload('chunked')
  const answerController = new AbortController()
  const statusPromise = waitForStatus(socket).finally(() => answerController.abort())
  const sendChunk = (data: Buffer) =>
    writeToSocket(
      socket,
      Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]),
    )
  await sendChunk(createField('url', 'images/x.png'))
  await sendChunk(createField('file', await createSamplePicture('png'), 'x.png').subarray(0, -2))
  let sentBytes = 0
  for (
    const chunk = Buffer.alloc(256 * 1024);
    !answerController.signal.aborted && sentBytes < 200 * 1024 * 1024;
    sentBytes += chunk.length
  )
    await sendChunk(chunk)
  expect(await statusPromise).toBe(413)
  expect(sentBytes).toBeLessThan(40 * 1024 * 1024)
  const closePromise = new Promise((resolve) => socket.once('close', resolve))
  for (
    const chunk = Buffer.alloc(1024 * 1024);
    !socket.destroyed && sentBytes < 400 * 1024 * 1024;
    sentBytes += chunk.length
  ) {
    await Promise.race([sendChunk(chunk), closePromise])
  }
  await closePromise
  expect(sentBytes).toBeLessThan(300 * 1024 * 1024)
})

test('a stalled upload is aborted', async () => {
  const content = new PassThrough()
  content.write(createSampleVideo().subarray(0, 50))
  await expect(receiveUpload(portal.files, 'videos', content, { stallMs: 100 })).rejects.toMatchObject({
    code: 'badRequest',
  })
})

test('an upload that breaks off while its file is opened is removed', async () => {
  const openFile = fs.open
  const { promise: openPromise, resolve: noteOpened } = Promise.withResolvers<void>()
  const openSpy = vi.spyOn(fs, 'open').mockImplementation(((path, flags, mode, callback) => {
    const finishOpen: typeof callback = (...result) => {
      noteOpened()
      callback(...result)
    }
    setTimeout(() => openFile(path, flags, mode, finishOpen), 50)
  }) as typeof openFile)
  try {
    const content = new PassThrough()
    const brokenUpload = receiveUpload(portal.files, 'images', content)
    content.destroy(new Error('Unexpected end of form'))
    await expect(brokenUpload).rejects.toThrow()
    await openPromise
  } finally {
    openSpy.mockRestore()
  }
})

test('an upload that trickles for ever is aborted', async () => {
  const content = new PassThrough()
  content.write(createSampleVideo().subarray(0, 50))
  const trickleTimer = setInterval(() => content.write('x'), 20)
  await expect(
    receiveUpload(portal.files, 'videos', content, { stallMs: 300_000, wholeMs: 300 }),
  ).rejects.toMatchObject({
    code: 'badRequest',
  })
  clearInterval(trickleTimer)
})

test('missing, misplaced or additional parts are refused', async () => {
  const url = createField('url', 'images/x.png')
  const file = createField('file', await createSamplePicture('png'), 'x.png')
  const thousandFields = Array.from({ length: 1000 }, (_, n) => createField(`f${n}`, 'x', `f${n}.png`))
  const bodiesByCase = {
    none: [],
    'no file': [url],
    'no url': [file],
    'file before url': [file, url],
    'two files': [url, file, file],
    'another field': [url, createField('other', 'x')],
    'a file that is a field': [url, createField('file', 'not sent as a file')],
    'an empty file': [url, createField('file', '', 'empty.png')],
    'a long url': [createField('url', `images/${'x'.repeat(5000)}`), file],
    'a field before url': [createField('__proto__', 'x'), url, file],
    'a thousand': thousandFields,
    'a thousand more': [url, file, ...thousandFields],
  }
  for (const [caseName, parts] of Object.entries(bodiesByCase))
    expect(await postParts(...parts, END), caseName).toBe(400)
})

test('a body that is not multipart is refused', async () => {
  for (const contentType of [
    'application/json',
    'text/plain',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
  ]) {
    expect([400, 415]).toContain(await resident.post(Buffer.from('{}'), contentType))
  }
})

test('uploads are refused below the reserve for the database', async () => {
  const store = { ...portal.files, reserveBytes: Number.MAX_SAFE_INTEGER }
  const content = PassThrough.from([await createSamplePicture('png')])
  await expect(receiveUpload(store, 'images', content)).rejects.toMatchObject({
    code: 'storageFull',
    status: 503,
  })
})

async function mountSmallDisk(): Promise<string | null> {
  const path = await mkdtemp(join(tmpdir(), 'tahanan-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', path], { stdio: 'ignore' })
    return path
  } catch {
    await rmdir(path)
    return null
  }
}

test('a full disk refuses an upload and keeps nothing of it; with room it accepts uploads again', async ({
  skip,
}) => {
  const smallDisk = await mountSmallDisk()
  if (smallDisk === null) return skip('only root may mount a small disk')
  const smallPortal = await createFilesPortal({ dataDir: smallDisk })
  try {
    const uploader = await smallPortal.as('client')
    const fullDiskUpload = await uploader.upload('videos', createSampleVideo('isom', 6_000_000), 'long.mp4')
    expect([fullDiskUpload.status, fullDiskUpload.message]).toEqual([
      503,
      'There is no room to store anything at the moment. Nothing was saved. Please try again later.',
    ])
    expect([await smallPortal.listOnDisk(), await smallPortal.listInTable()]).toEqual([[], []])
    expect((await uploader.upload('videos', createSampleVideo('isom', 1_000_000), 'short.mp4')).status).toBe(
      201,
    )
  } finally {
    await smallPortal.close()
    execFileSync('umount', [smallDisk])
    await rmdir(smallDisk)
  }
})
