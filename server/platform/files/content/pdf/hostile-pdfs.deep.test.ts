import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openFilesPortal } from '../../testing.ts'
import { buildPdf, createPackedStream, SAMPLE_TEXT } from './testing-pdfs.ts'

// A deep test, because files of a few kilobytes expand to a huge size. They are uploaded, so that the limits
// of the child process are tested too.
const portal = await openFilesPortal()
const admin = await portal.as('admin')

const createDeflatedStream = (entries: string, content: Buffer) =>
  createPackedStream(deflateSync(content), `/Filter /FlateDecode ${entries}`)

test('a PDF with millions of names is refused', async () => {
  const namesStream = createDeflatedStream(
    '/Type /ObjStm /N 1 /First 5',
    Buffer.from(`10 0 [${'/A '.repeat(8_000_000)}]`),
  )
  const giantPdf = buildPdf({ page: '/Tabs 10 0 R', objects: { 11: namesStream } })
  const { status, message } = await admin.upload('pdf', giantPdf, 'rules.pdf')
  expect(status).toBe(415)
  expect(message).toMatch(/^This PDF is damaged or unusual\. Print it/)
  expect([await portal.listOnDisk(), await portal.listInTable()]).toEqual([[], []])
})

test('a PDF with an unused object stream of 300 MB is served without it', async () => {
  const unusedObject = createDeflatedStream('/Type /ObjStm /N 1 /First 4', Buffer.alloc(300_000_000, 0x20))
  const { status, location } = await admin.upload(
    'pdf',
    buildPdf({ objects: { 11: unusedObject } }),
    'rules.pdf',
  )
  expect(status).toBe(201)
  const downloadResponse = await fetch(portal.address + location)
  const text = await downloadResponse.text()
  expect(text).toContain(SAMPLE_TEXT)
  expect(text.length).toBeLessThan(100_000)
})
