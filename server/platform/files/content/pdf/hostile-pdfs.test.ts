import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { ERRORS } from '@tahanan/contract/errors.ts'
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

const SCRIPT = '<< /S /JavaScript /JS (evil) >>'
const RECT = '/Rect [10 10 90 90]'
const FILE = '<< /Type /Filespec /F (evil.exe) /EF << /F 11 0 R >> >>'
const ATTACHED_FILE = createPackedStream(Buffer.from('evil'), '')
const createLink = (action: string): string => `<< /Type /Annot /Subtype /Link ${RECT} /A ${action} >>`

const FORBIDDEN_PATTERN =
  /\/(?:JavaScript|JS|OpenAction|AA|AF|EF|EmbeddedFiles?|Filespec|AcroForm|XFA|OnInstantiate|3D\w*|GoTo[RE3].*|Launch|Thread\w*|SubmitForm|ImportData|ResetForm|Hide|RichMedia\w*|Rendition|Screen|Movie|Sound|FileAttachment|Widget|Next|URI|Encrypt|Metadata|Ref|OPI|PieceInfo)(?=[\s/<>[\]()])/
const EVIL_PATTERN = /evil|6576696c/i

async function cleanTestPdf(content: Buffer) {
  const path = join(folder, 'given.pdf')
  await writeFile(path, content)
  return { problem: await cleanPdf(path), stored: await readFile(path) }
}

async function cleanToText(content: Buffer): Promise<string> {
  const { problem, stored } = await cleanTestPdf(content)
  expect(problem).toBe('clean')
  return stored.toString('latin1')
}

const REMOVED_PARTS: Readonly<Record<string, PdfParts>> = {
  'a script when it opens': { catalog: `/OpenAction ${SCRIPT}` },
  'a script by an escaped name': { catalog: '/OpenAction << /S /J#61vaScript /JS (evil) >>' },
  'a script by escaped keys': { catalog: '/Open#41ction << /#53 /#4aavaScript /J#53 (evil) >>' },
  'a script in an object stream': {
    catalog: '/OpenAction 10 0 R',
    objects: { 11: createObjectStream(SCRIPT) },
  },
  'a script in an object stream of another type': {
    catalog: '/OpenAction 10 0 R',
    objects: { 11: createObjectStream(SCRIPT, { entries: '/Type /XObject' }) },
  },
  'a script as a stream': {
    catalog: '/OpenAction << /S /JavaScript /JS 10 0 R >>',
    objects: { 10: createPackedStream(Buffer.from('evil'), '') },
  },
  'scripts by name': { catalog: `/Names << /JavaScript << /Names [(a) ${SCRIPT}] >> >>` },
  'actions of the catalog': { catalog: `/AA << /WC ${SCRIPT} >>` },
  'actions of a page': { page: `/AA << /O ${SCRIPT} >>` },
  'actions of an annotation': {
    annotations: [`<< /Type /Annot /Subtype /Square ${RECT} /AA << /E ${SCRIPT} >> /A ${SCRIPT} >>`],
  },
  'an action behind a harmless one': {
    annotations: [createLink(`<< /S /GoTo /D [3 0 R /Fit] /Next ${SCRIPT} >>`)],
  },
  'an action of a bookmark': {
    catalog: '/Outlines 10 0 R',
    objects: {
      10: '<< /Type /Outlines /First 11 0 R /Last 11 0 R /Count 1 >>',
      11: `<< /Title (One) /Parent 10 0 R /A ${SCRIPT} >>`,
    },
  },
  'a page of another file': { annotations: [createLink('<< /S /GoToR /F (evil.pdf) /D [0 /Fit] >>')] },
  'a page of another file, when it opens': {
    catalog: '/OpenAction << /S /GoToR /F (//evil/share) /D [0 /Fit] >>',
  },
  'a page of an attached file': {
    annotations: [createLink('<< /S /GoToE /T << /R /C /N (evil) >> /D [0 /Fit] >>')],
  },
  'a thread of another file': { annotations: [createLink('<< /S /Thread /F (evil.pdf) /D 0 >>')] },
  threads: { catalog: '/Threads [<< /F << /P 3 0 R /R [0 0 1 1] >> /I << /Title (evil) >> >>]' },
  'a program': { annotations: [createLink('<< /S /Launch /F (evil.exe) >>')] },
  'a form that is sent': { annotations: [createLink('<< /S /SubmitForm /F (http://evil/) >>')] },
  'data that are fetched': { annotations: [createLink('<< /S /ImportData /F (evil.fdf) >>')] },
  'an address of a file': { annotations: [createLink('<< /S /URI /URI (file:///evil) >>')] },
  'an address that is a script': { annotations: [createLink('<< /S /URI /URI (javascript:evil) >>')] },
  'an address by escaped letters': { annotations: [createLink('<< /S /URI /URI (\\152avascript:evil) >>')] },
  'an address as hex digits': {
    annotations: [createLink(`<< /S /URI /URI <${Buffer.from('javascript:evil').toString('hex')}> >>`)],
  },
  'an address as UTF-16': {
    annotations: [
      createLink(
        `<< /S /URI /URI <feff${Buffer.from('http://evil', 'utf16le').swap16().toString('hex')}> >>`,
      ),
    ],
  },
  'an address with a line of its own': {
    annotations: [createLink('<< /S /URI /URI (http://a\\njavascript:evil) >>')],
  },
  'an address without a scheme, and its base': {
    catalog: '/URI << /Base (file:///evil/) >>',
    annotations: [createLink('<< /S /URI /URI (evil.exe) >>')],
  },
  'an action beside an address': {
    annotations: [`<< /Subtype /Link ${RECT} /PA << /S /URI /URI (file:evil) >> >>`],
  },
  'an attachment on a page': {
    annotations: [`<< /Subtype /FileAttachment ${RECT} /FS ${FILE} >>`],
    objects: { 11: ATTACHED_FILE },
  },
  'an attachment by name': {
    catalog: `/Names << /EmbeddedFiles << /Names [(evil.exe) ${FILE}] >> >>`,
    objects: { 11: ATTACHED_FILE },
  },
  'an associated file': {
    catalog: `/AF [${FILE}]`,
    page: `/AF [${FILE}]`,
    annotations: [`<< /Subtype /Square ${RECT} /AF [${FILE}] >>`],
    objects: { 11: ATTACHED_FILE },
  },
  'an attachment under a key that nobody knows': {
    catalog: `/Harmless ${FILE}`,
    objects: { 11: ATTACHED_FILE },
  },
  'a form with XFA': {
    catalog: '/AcroForm << /XFA 11 0 R /Fields [12 0 R] >>',
    objects: { 11: ATTACHED_FILE, 12: `<< /FT /Btn /Subtype /Widget ${RECT} >>` },
  },
  'a field that runs a script': {
    catalog: '/AcroForm << /Fields [12 0 R] /CO [12 0 R] >>',
    annotations: ['12 0 R'],
    objects: {
      11: createPackedStream(Buffer.from('0 0 9 9 re f'), '/BBox [0 0 9 9] /Subtype /Form'),
      12: `<< /FT /Tx /T (evil) /Subtype /Widget ${RECT} /AP << /N 11 0 R /D 13 0 R >> /AA << /K ${SCRIPT} >> >>`,
      13: createPackedStream(Buffer.from('evil'), '/BBox [0 0 9 9] /Subtype /Form'),
    },
  },
  'a 3D scene that runs a script': {
    annotations: [`<< /Subtype /3D ${RECT} /3DD 11 0 R /3DA << /A /PO >> >>`],
    objects: {
      10: createPackedStream(Buffer.from('evil'), ''),
      11: createPackedStream(Buffer.from('evil'), '/Type /3D /Subtype /U3D /OnInstantiate 10 0 R'),
    },
  },
  'rich media': {
    annotations: [
      `<< /Subtype /RichMedia ${RECT} /RichMediaContent << /Assets << /Names [(evil) ${FILE}] >> >> >>`,
    ],
  },
  'a rendition': { annotations: [`<< /Subtype /Screen ${RECT} /A << /S /Rendition /OP 0 /JS (evil) >> >>`] },
  'a film': { annotations: [`<< /Subtype /Movie ${RECT} /Movie << /F (evil.mov) >> /A true >>`] },
  'a sound': {
    annotations: [`<< /Subtype /Sound ${RECT} /Sound 10 0 R >>`],
    objects: { 10: createPackedStream(Buffer.from('evil'), '/F (http://evil/) /R 8000') },
  },
  'a stream that lies elsewhere': {
    page: '/Contents [4 0 R 10 0 R]',
    objects: {
      10: createPackedStream(Buffer.from('0 g'), '/F << /FS /URL /F (http://evil/) >> /FFilter /FlateDecode'),
    },
  },
  'a page of another file as a picture': {
    page: '/Resources << /XObject << /X 10 0 R >> /Font << /F1 5 0 R >> >>',
    objects: {
      10: createPackedStream(
        Buffer.from('0 g'),
        '/Subtype /Form /BBox [0 0 9 9] /Ref << /F (evil.pdf) /Page 0 >> /OPI << /2.0 << /F (evil) >> >>',
      ),
    },
  },
  'data of a program': {
    catalog: '/Metadata 10 0 R /PieceInfo << /Evil 10 0 R >>',
    page: '/PieceInfo << /Evil 10 0 R >>',
    objects: { 10: createPackedStream(Buffer.from('<evil/>'), '/Type /Metadata /Subtype /XML') },
  },
  'a font that is an action': {
    page: '/Resources << /Font << /F1 5 0 R /F2 10 0 R >> >> /Resources2 10 0 R',
    catalog: '/OpenAction 10 0 R',
    objects: { 10: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /S /JavaScript /JS (evil) >>' },
  },
  'objects that nothing uses': { objects: { 10: SCRIPT, 11: createObjectStream(SCRIPT, { number: 12 }) } },
}

test.for(Object.entries(REMOVED_PARTS))('%s is removed, and the page is kept', async ([, parts]) => {
  const text = await cleanToText(buildPdf(parts))
  expect(text).not.toMatch(FORBIDDEN_PATTERN)
  expect(text).not.toMatch(EVIL_PATTERN)
  expect(text).toContain(SAMPLE_TEXT)
})

test('objects of earlier revisions and objects outside the table are not served', async () => {
  const firstRevision = buildPdf({ catalog: '/OpenAction 10 0 R', objects: { 10: SCRIPT } })
  const text = await cleanToText(appendRevision(firstRevision, { 1: '<< /Type /Catalog /Pages 2 0 R >>' }))
  expect(text).not.toMatch(FORBIDDEN_PATTERN)
  expect(text.match(/%%EOF/g)).toHaveLength(1)
  expect(
    await cleanToText(
      appendRevision(buildPdf(), { 1: `<< /Type /Catalog /Pages 2 0 R /OpenAction ${SCRIPT} >>` }),
    ),
  ).not.toMatch(FORBIDDEN_PATTERN)
})

const HIDDEN_OBJECTS: readonly (readonly [string, string])[] = [
  ['an object', `10 0 obj ${SCRIPT} endobj`],
  ['an object behind a comment', `10 0 % x\nobj ${SCRIPT} endobj`],
  ['a trailer', `trailer << /Root << /Type /Catalog /OpenAction ${SCRIPT} >> >>`],
]

test.for(HIDDEN_OBJECTS)(
  '%s in a stream, which a reader of damaged files would find, is packed',
  async ([, hiddenObject]) => {
    const text = await cleanToText(
      buildPdf({ objects: { 4: createPackedStream(Buffer.from(`% ${hiddenObject}\n`.repeat(3)), '') } }),
    )
    expect(text).not.toMatch(EVIL_PATTERN)
    expect(text).toContain('/FlateDecode')
  },
)

test.for(HIDDEN_OBJECTS)(
  '%s in a stream that compression does not shrink is refused',
  async ([, hiddenObject]) => {
    const storedStream = createPackedStream(
      deflateSync(Buffer.from(hiddenObject), { level: 0 }),
      '/Filter /FlateDecode',
    )
    expect(await expectPdfRefused(buildPdf({ objects: { 4: storedStream } }))).toMatch(
      /^This PDF is damaged or unusual\. Print it/,
    )
  },
)

test('an object in a string stays a string', async () => {
  const text = await cleanToText(
    buildPdf({ trailer: `/Info << /Title (7 0 obj ${SCRIPT.replaceAll(/[()]/g, '')} endobj) >>` }),
  )
  expect(text).not.toMatch(FORBIDDEN_PATTERN)
  expect(text).not.toContain('7 0 obj <<')
})

async function expectPdfRefused(content: Buffer): Promise<string> {
  const { problem, stored } = await cleanTestPdf(content)
  expect(stored.equals(content)).toBe(true)
  return problem === 'clean' ? problem : ERRORS[problem][1]
}

test('a page of HTML around a PDF is removed', async () => {
  const html = Buffer.from('<!doctype html><script>evil()</script>')
  const text = await cleanToText(Buffer.concat([html, buildPdf(), html]))
  expect(text.slice(0, 5)).toBe('%PDF-')
  expect(text).not.toMatch(EVIL_PATTERN)
})

test('a PDF portfolio is refused with its own message', async () => {
  expect(await expectPdfRefused(buildPdf({ catalog: '/Collection << /View /D >>' }))).toBe(
    'This PDF is a collection of other files. Upload each of them by itself.',
  )
})

test.for<PdfParts>([
  { catalog: '/NeedsRendering true /AcroForm << /Fields [10 0 R] >>', objects: { 10: '<< /FT /Tx >>' } },
  { catalog: '/AcroForm << /XFA 10 0 R /Fields [] >>', objects: { 10: ATTACHED_FILE } },
  {
    catalog: '/AcroForm << /Fields [10 0 R] >>',
    annotations: ['11 0 R'],
    objects: { 10: '<< /FT /Tx /V (5,000.00) >>', 11: `<< /Subtype /Widget ${RECT} /Parent 10 0 R >>` },
  },
  {
    catalog: '/AcroForm << /NeedAppearances true /Fields [10 0 R] >>',
    annotations: ['10 0 R'],
    objects: {
      10: `<< /FT /Ch /V (Paid) /Subtype /Widget ${RECT} /AP << /N 11 0 R >> >>`,
      11: createPackedStream(Buffer.from(''), '/BBox [0 0 9 9] /Subtype /Form'),
    },
  },
  {
    catalog: '/AcroForm << /Fields [10 0 R] >>',
    annotations: ['10 0 R'],
    objects: { 10: `<< /FT /Btn /AS /Yes /Subtype /Widget ${RECT} >>` },
  },
])('form %#, whose fields have no drawing, is refused with its own message', async (parts) => {
  expect(await expectPdfRefused(buildPdf(parts))).toBe(
    'What is filled in on this PDF form would be lost. Print it to a PDF and upload the printed one.',
  )
})

const validPdf = buildPdf()
const nestLists = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
const createLists = (listCount: number, references: number): Record<number, string> =>
  Object.fromEntries(
    Array.from({ length: listCount }, (_, n) => [10 + n, `[${`${11 + n} 0 R `.repeat(references)}]`]),
  )

test.for<[string, () => Buffer]>([
  ['nothing', () => Buffer.from('%PDF-1.7 and nothing else')],
  ['no end', () => validPdf.subarray(0, validPdf.length - 200)],
  ['no header in its first 8 kB', () => Buffer.concat([Buffer.alloc(9000, ' '), validPdf])],
  ['no pages', () => buildPdf({ objects: { 2: '<< /Type /Pages /Kids [] /Count 0 >>' } })],
  ['pages that hold themselves', () => buildPdf({ objects: { 2: '<< /Kids [2 0 R 2 0 R 3 0 R] >>' } })],
  ['a page that cannot be read', () => buildPdf({ objects: { 3: '<< /Type /Page /Rotate >>' } })],
  ['a page that never ends', () => buildPdf({ objects: { 3: '<< /Type /Page /MediaBox [0 0 9 ' } })],
  [
    'pages in an object stream that is cut off',
    () =>
      buildPdf({
        objects: {
          2: createPackedStream(
            deflateSync('2 0 << >>').subarray(0, 8),
            '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
          ),
        },
      }),
  ],
  [
    'an unknown filter',
    () => buildPdf({ objects: { 4: createPackedStream(Buffer.from('x'), '/Filter /Crypt') } }),
  ],
  [
    'a stream that is packed twice',
    () =>
      buildPdf({
        objects: {
          4: createPackedStream(deflateSync(deflateSync(' ')), '/Filter [/FlateDecode /FlateDecode]'),
        },
      }),
  ],
  ['lists in lists', () => buildPdf({ page: `/MediaBox ${nestLists(200_000)}` })],
  ['a long chain of lists', () => buildPdf({ page: '/Rotate [10 0 R]', objects: createLists(20_000, 1) })],
])('a PDF with %s is refused', async ([, createPdf]) => {
  expect(await expectPdfRefused(createPdf())).toMatch(/^This PDF is damaged or unusual\. Print it/)
})

test.for<[string, () => Buffer]>([
  [
    'a list that holds itself',
    () => buildPdf({ page: '/Annots 10 0 R', objects: { 10: '[10 0 R 10 0 R]' } }),
  ],
  [
    'bookmarks in a ring',
    () =>
      buildPdf({
        catalog: '/Outlines 10 0 R',
        objects: { 10: '<< /First 11 0 R >>', 11: '<< /Title (a) /Next 11 0 R /First 11 0 R >>' },
      }),
  ],
  ['lists that multiply', () => buildPdf({ page: '/Tabs [10 0 R]', objects: createLists(40, 100) })],
])('a PDF with %s takes little room, and its page is served', async ([, createPdf]) => {
  const text = await cleanToText(createPdf())
  expect(text).toContain(SAMPLE_TEXT)
  expect(text.length).toBeLessThan(100_000)
})
