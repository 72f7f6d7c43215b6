import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import {
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { afterAll, expect, test } from 'vitest'
import { createSamplePdf } from '../testing-samples.ts'
import { cleanPdf } from './clean-pdf.ts'
import {
  buildPdf,
  createObjectStream,
  createPackedStream,
  appendRevision,
  SAMPLE_TEXT,
  type PdfParts,
} from './testing-pdfs.ts'

const folder = await mkdtemp(join(tmpdir(), 'tahanan-pdf-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function cleanToBytes(content: Uint8Array): Promise<Buffer> {
  const path = join(folder, 'given.pdf')
  await writeFile(path, content)
  expect(await cleanPdf(path)).toBe('clean')
  return readFile(path)
}
const cleanToText = async (parts: PdfParts): Promise<string> =>
  (await cleanToBytes(buildPdf(parts))).toString('latin1')
const toHex = (text: string): string => `<${Buffer.from(text).toString('hex')}>`.toUpperCase()
const RECT = '/Rect [10 10 90 90]'

function getDrawing(document: PDFDocument, page: number): unknown {
  const visitedObjects = new Set<unknown>()
  const toPlainValue = (value: unknown): unknown => {
    const resolvedObject = document.context.lookup(value as PDFDict)
    if (resolvedObject instanceof PDFRawStream)
      return [toEntries(resolvedObject.dict), Buffer.from(resolvedObject.contents).toString('latin1')]
    if (resolvedObject instanceof PDFString || resolvedObject instanceof PDFHexString)
      return Buffer.from(resolvedObject.asBytes()).toString('latin1')
    return resolvedObject instanceof PDFDict
      ? toEntries(resolvedObject)
      : ((resolvedObject as { asArray?: () => unknown[] })?.asArray?.().map(toPlainValue) ??
          String(resolvedObject))
  }
  const toEntries = (dict: PDFDict): unknown => {
    if (visitedObjects.has(dict)) return 'seen'
    visitedObjects.add(dict)
    return Object.fromEntries(
      dict
        .entries()
        .filter(([key]) => !['/Parent', '/Length', '/Type', '/Filter'].includes(key.asString()))
        .map(([key, value]) => [key.asString(), toPlainValue(value)] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
  }
  return toEntries(document.getPage(page).node)
}

test('pages keep their content, fonts and pictures', async () => {
  const createdPdf = await PDFDocument.create()
  const font = await createdPdf.embedFont(StandardFonts.TimesRoman)
  const png = await createdPdf.embedPng(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  )
  for (const size of [
    [420, 595],
    [595, 420],
  ] as const) {
    const page = createdPdf.addPage([...size])
    page.drawText(SAMPLE_TEXT, { x: 40, y: 300, font, opacity: 0.5 })
    page.drawImage(png, { x: 40, y: 40, width: 90, height: 90 })
  }
  createdPdf.setTitle('House rules')
  for (const useObjectStreams of [true, false]) {
    const originalBytes = await createdPdf.save({ useObjectStreams })
    const [originalPdf, cleanedPdf] = await Promise.all(
      [originalBytes, cleanToBytes(originalBytes)].map(async (bytes) => PDFDocument.load(await bytes)),
    )
    expect(cleanedPdf?.getPageCount()).toBe(2)
    expect(cleanedPdf?.getTitle()).toBe('House rules')
    for (const page of [0, 1])
      expect(cleanedPdf && getDrawing(cleanedPdf, page)).toEqual(originalPdf && getDrawing(originalPdf, page))
  }
})

test('cleaning is deterministic and idempotent', async () => {
  const originalBytes = await createSamplePdf()
  const cleanedBytes = await cleanToBytes(originalBytes)
  expect(await cleanToBytes(originalBytes)).toEqual(cleanedBytes)
  expect(await cleanToBytes(cleanedBytes)).toEqual(cleanedBytes)
})

test('the last of several revisions is kept', async () => {
  const originalBytes = appendRevision(buildPdf(), { 4: '<< /Length 12 >>\nstream\n(Amended) Tj\nendstream' })
  const text = (await cleanToBytes(originalBytes)).toString('latin1')
  expect(text).toContain('Amended')
  expect(text).not.toContain(SAMPLE_TEXT)
})

test('pages keep inherited entries and their order', async () => {
  const text = await cleanToText({
    objects: {
      2: '<< /Type /Pages /Kids [10 0 R 3 0 R] /Count 3 /MediaBox [0 0 100 100] /Rotate 90 >>',
      10: '<< /Type /Pages /Kids [11 0 R 12 0 R] /Count 2 /Resources << /Font << /F9 5 0 R >> >> >>',
      11: '<< /Type /Page /Parent 10 0 R >>',
      12: '<< /Type /Page /Parent 10 0 R /Rotate 180 >>',
    },
  })
  const document = await PDFDocument.load(Buffer.from(text, 'latin1'))
  expect(document.getPages().map((page) => [page.getWidth(), page.getRotation().angle])).toEqual([
    [100, 90],
    [100, 180],
    [420, 90],
  ])
  expect(text.match(/\/F9/g)).toHaveLength(2)
})

test.for([
  'https://condo.example/rules?page=1#two',
  'http://condo.example',
  'HTTPS://CONDO.EXAMPLE/',
  'mailto:office@condo.example',
  'tel:+6328000000',
])('a link to %s is kept', async (address) => {
  const text = await cleanToText({
    annotations: [`<< /Type /Annot /Subtype /Link ${RECT} /A << /S /URI /URI (${address}) >> >>`],
  })
  expect(text.toUpperCase()).toContain(`/URI ${toHex(address)}`)
})

test('links, bookmarks, page labels and named destinations keep their targets', async () => {
  const text = await cleanToText({
    catalog: `/Outlines 10 0 R /PageLabels << /Nums [0 << /S /r /St 3 >>] >> /Dests << /start [3 0 R /Fit] >>
      /Names << /Dests << /Kids [12 0 R] >> >> /PageMode /UseOutlines /ViewerPreferences << /DisplayDocTitle true >>`,
    annotations: [
      `<< /Subtype /Link ${RECT} /A << /S /GoTo /D (end) >> >>`,
      `<< /Subtype /Link ${RECT} /Dest [3 0 R /XYZ 0 595 null] >>`,
      `<< /Subtype /Link ${RECT} /A << /S /Named /N /NextPage >> >>`,
    ],
    objects: {
      10: '<< /Type /Outlines /First 11 0 R /Last 11 0 R /Count 1 >>',
      11: '<< /Title (Quiet hours) /Parent 10 0 R /Dest [3 0 R /FitH 500] /C [1 0 0] >>',
      12: '<< /Limits [(end) (end)] /Names [(end) << /D [3 0 R /Fit] >>] >>',
    },
  })
  const page = text.match(/(\d+ 0) obj\n<<\n\/Type \/Page\n/)?.[1]
  for (const destination of ['/Fit ]', '/XYZ 0 595 null ]', '/FitH 500 ]'])
    expect(text).toContain(`[ ${page} R ${destination}`)
  for (const keptText of [
    '/UseOutlines',
    '/DisplayDocTitle true',
    '/S /r',
    '/NextPage',
    `/D ${toHex('end')}`,
    toHex('Quiet hours'),
  ])
    expect(text.toUpperCase()).toContain(keptText.toUpperCase())
})

test('a page that stands twice is kept twice, and links lead to its first place', async () => {
  const text = await cleanToText({
    catalog: '/Dests << /start [3 0 R /Fit] >>',
    objects: { 2: '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>' },
  })
  const [, first, second] = text.match(/\/Kids \[ (\d+) 0 R (\d+) 0 R \]/) ?? []
  expect(first).not.toBe(second)
  expect(text).toContain(`[ ${first} 0 R /Fit ]`)
})

test('annotations are kept with their drawing', async () => {
  const text = await cleanToText({
    annotations: [
      `<< /Subtype /Highlight ${RECT} /QuadPoints [10 90 90 90 10 10 90 10] /C [1 1 0] /Contents (paid) /AP << /N 10 0 R >> /Popup 11 0 R >>`,
      '11 0 R',
      `<< /Subtype /Ink ${RECT} /InkList [[1 1 2 2]] >>`,
    ],
    objects: {
      10: createPackedStream(Buffer.from('1 1 0 rg 0 0 9 9 re f'), '/Subtype /Form /BBox [0 0 9 9]'),
      11: `<< /Subtype /Popup ${RECT} /Open false >>`,
    },
  })
  for (const keptText of [
    '/Highlight',
    '/QuadPoints',
    toHex('paid').toLowerCase(),
    '1 1 0 rg',
    '/Popup',
    '/InkList',
  ])
    expect(text.toLowerCase()).toContain(keptText.toLowerCase())
})

const createDrawing = (text: string): Buffer =>
  createPackedStream(Buffer.from(`(${text}) Tj`), '/Subtype /Form /BBox [0 0 80 80]')

test('a filled-in form and a signature look the same, and are no longer a form', async () => {
  const text = await cleanToText({
    catalog: '/AcroForm << /Fields [10 0 R 11 0 R 12 0 R] /SigFlags 3 >>',
    annotations: ['10 0 R', '11 0 R', '12 0 R', '16 0 R'],
    objects: {
      10: `<< /FT /Tx /T (amount) /V (5,000.00) /Subtype /Widget ${RECT} /F 4 /AP << /N 13 0 R >> >>`,
      11: `<< /FT /Btn /T (agreed) /V /Yes /AS /Yes /Subtype /Widget ${RECT} /AP << /N << /Yes 14 0 R /Off 17 0 R >> >> >>`,
      12: `<< /FT /Sig /T (signed) /V 15 0 R /Subtype /Widget ${RECT} /AP << /N 18 0 R >> >>`,
      13: createDrawing('five thousand'),
      14: createDrawing('tick'),
      15: '<< /Type /Sig /Filter /Adobe.PPKLite /Contents <00> /ByteRange [0 1 2 3] >>',
      // This form field has no drawing, but it is empty. So the PDF is accepted, because no content is lost.
      16: `<< /FT /Tx /T (remarks) /Subtype /Widget ${RECT} >>`,
      17: createDrawing('no tick'),
      18: createDrawing('signed by Ana'),
    },
  })
  for (const shownText of ['five thousand', 'tick', 'signed by Ana']) expect(text).toContain(`(${shownText})`)
  expect(text).not.toContain('no tick')
  expect(text).not.toMatch(/\/(?:AcroForm|Widget|Sig|FT|V)\b/)
  expect(text.match(/\/Subtype \/Stamp/g)).toHaveLength(3)
})

test('layers, structure and fonts are kept', async () => {
  const text = await cleanToText({
    catalog: `/Lang (en-PH) /MarkInfo << /Marked true >> /StructTreeRoot 10 0 R
      /OCProperties << /OCGs [12 0 R] /D << /OFF [12 0 R] /Order [(Plans) [12 0 R]] >> >>`,
    page: `/StructParents 0 /Resources << /Properties << /L 12 0 R /P << /MCID 0 >> >> /Font << /F1 13 0 R >>
      /ColorSpace << /C [/ICCBased 17 0 R] /S [/Separation /Gold /DeviceRGB << /FunctionType 2 /Domain [0 1] /N 1 >>] >> >>`,
    objects: {
      10: '<< /Type /StructTreeRoot /K [11 0 R] /ParentTree << /Nums [0 [11 0 R]] >> /RoleMap << /Heading1 /H1 >> >>',
      11: '<< /S /Heading1 /P 10 0 R /Pg 3 0 R /K [0 << /Type /MCR /MCID 1 >>] /Alt (Quiet hours) /A << /O /Layout /Placement /Block >> >>',
      12: '<< /Type /OCG /Name (Plan) /Usage << /Print << /PrintState /OFF >> >> >>',
      13: '<< /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H /DescendantFonts [14 0 R] /ToUnicode 16 0 R >>',
      14: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial /CIDSystemInfo << /Ordering (Identity) >> /FontDescriptor 15 0 R /W [0 [500]] >>',
      15: '<< /Type /FontDescriptor /FontName /Arial /Flags 4 /FontFile2 17 0 R >>',
      16: createPackedStream(Buffer.from('begincmap'), ''),
      17: createPackedStream(Buffer.from('profile'), '/N 3 /Length1 7'),
    },
  })
  for (const keptText of [
    '/Marked true',
    '/OFF [ ',
    '/PrintState',
    '/ParentTree',
    '/Heading1 /H1',
    '/MCID 1',
    '/Placement',
    '/W [ 0 [ 500 ] ]',
    'begincmap',
    '/Separation',
    '/Identity-H',
  ])
    expect(text).toContain(keptText)
  expect(text.match(/profile/g)).toHaveLength(2)
})

test('harmless names and objects of object streams are kept', async () => {
  const originalBytes = buildPdf({
    catalog: '/Outlines 10 0 R',
    objects: {
      4: createPackedStream(Buffer.from('(JavaScript and Launch, every obj has an endobj) Tj'), ''),
      11: createObjectStream('<< /Type /Outlines /Count 0 >>'),
    },
  })
  const text = (await cleanToBytes(originalBytes)).toString('latin1')
  expect(text).toContain('(JavaScript and Launch, every obj has an endobj)')
  expect(text).toContain('/Type /Outlines')
})

test('compressed content is not compressed again', async () => {
  const document = await PDFDocument.load(await cleanToBytes(await createSamplePdf()))
  const content = document.getPage(0).node.Contents()
  const stream = content instanceof PDFRawStream ? content : undefined
  expect(stream?.dict.get(PDFName.of('Filter'))?.toString()).toBe('[ /FlateDecode ]')
  expect(inflateSync(stream?.contents ?? '').toString()).toContain('TJ')
})

const PJL_HEADER = '\u001b%-12345X@PJL JOB NAME="SOA"\r\n@PJL ENTER LANGUAGE=PDF\r\n'
const PART_HEADER = '--x\r\nContent-Disposition: form-data; name="f"\r\nContent-Type: application/pdf\r\n\r\n'

test.each([
  ['a line end', '\r\n', ''],
  ['a byte-order mark', '\ufeff', ''],
  ['NULs', '\0\0\0\0', ''],
  ['a print job', PJL_HEADER, '\u001b%-12345X@PJL EOJ\r\n\u001b%-12345X'],
  ['a part of a form', PART_HEADER, '\r\n--x--\r\n'],
  ['an answer of a server', 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n', ''],
  ['padding of NULs', '', '\0'.repeat(30_000)],
  ['padding of blanks and line ends', '\n', ' \r\n'.repeat(5000)],
])('%s around a PDF is removed', async (_, prefix, suffix) => {
  const content = buildPdf()
  const wrappedBytes = Buffer.concat([Buffer.from(prefix), content, Buffer.from(suffix)])
  expect((await cleanToBytes(wrappedBytes)).equals(await cleanToBytes(content))).toBe(true)
})
