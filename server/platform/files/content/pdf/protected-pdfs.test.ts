import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import Pdf from 'pdfkit'
import { afterAll, expect, test } from 'vitest'
import { cleanPdf } from './clean-pdf.ts'
import { buildPdf, createPackedStream, SAMPLE_TEXT } from './testing-pdfs.ts'

const folder = await mkdtemp(join(tmpdir(), 'tahanan-pdf-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function cleanTestPdf(content: Uint8Array) {
  const path = join(folder, 'given.pdf')
  await writeFile(path, content)
  return { problem: await cleanPdf(path), stored: await readFile(path) }
}

// Contains backslashes and parentheses, which have a special meaning in PDF source. The decrypted title must
// still contain them.
const TITLE = 'Statement \\(Oct\\) \\101 Peña'

function createPdf(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new Pdf({ ...options, info: { Title: TITLE } })
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.text(SAMPLE_TEXT).addPage().text(SAMPLE_TEXT).end()
  })
}

async function addOwnerPassword(content: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(content, { updateMetadata: false })
  await document.encrypt({ ownerPassword: 'owner', permissions: { printing: 'highResolution' } })
  return document.save()
}

const VERSIONS = ['1.3', '1.4', '1.5', '1.6', '1.7', '1.7ext3'] as const

test.each(VERSIONS)('a PDF %s with an owner password only is stored without it', async (pdfVersion) => {
  const { problem, stored } = await cleanTestPdf(await createPdf({ pdfVersion, ownerPassword: 'owner' }))
  expect([problem, stored.includes('/Encrypt')]).toEqual(['clean', false])
  const loadedPdf = await PDFDocument.load(stored)
  expect([loadedPdf.getPageCount(), loadedPdf.getTitle()]).toEqual([2, TITLE])
  const plainResult = await cleanTestPdf(await createPdf({ pdfVersion }))
  expect(stored.length).toBe(plainResult.stored.length)
})

test('its active content is left out', async () => {
  const hostilePdf = buildPdf({
    catalog: '/OpenAction << /S /JavaScript /JS (evil) >> /Names << /EmbeddedFiles 10 0 R >>',
    objects: { 10: '<< /Names [(a) 11 0 R] >>', 11: createPackedStream(Buffer.from('evil'), '') },
  })
  const { problem, stored } = await cleanTestPdf(await addOwnerPassword(hostilePdf))
  expect(problem).toBe('clean')
  expect(stored.toString('latin1')).not.toMatch(/Encrypt|JavaScript|evil|EmbeddedFiles/)
  expect(stored.includes(SAMPLE_TEXT)).toBe(true)
})

test.each(VERSIONS)('a PDF %s that asks for a password is refused', async (pdfVersion) => {
  const content = await createPdf({ pdfVersion, userPassword: 'user', ownerPassword: 'owner' })
  expect(await cleanTestPdf(content)).toEqual({ problem: 'pdfProtected', stored: content })
})

test('a PDF whose pages do not come out of the decryption is refused', async () => {
  const content = await createPdf({ pdfVersion: '1.4', ownerPassword: 'owner' })
  const page = Buffer.from(content.toString('latin1').replaceAll(/\/ID \[<../g, '/ID [<00'), 'latin1')
  expect((await cleanTestPdf(page)).problem).toBe('pdfProtected')
})
