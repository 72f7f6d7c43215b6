import { deflateSync } from 'node:zlib'

/**
 * Parts of a test PDF, as PDF source. Tests assemble PDFs by hand, because libraries do not write hostile
 * ones.
 */

export interface PdfParts {
  readonly catalog?: string
  readonly page?: string
  readonly trailer?: string
  readonly annotations?: readonly string[]
  readonly objects?: Readonly<Record<number, string | Buffer>>
}

export const SAMPLE_TEXT = 'Quiet hours begin at ten.'

export function buildPdf({
  catalog = '',
  page = '',
  trailer = '',
  annotations = [],
  objects = {},
}: PdfParts = {}): Buffer {
  return writeObjects(
    {
      1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>
        /Annots [${annotations.join(' ')}] ${page} >>`,
      4: createPackedStream(Buffer.from(`BT /F1 18 Tf 40 500 Td (${SAMPLE_TEXT}) Tj ET`), ''),
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...objects,
    },
    trailer,
  )
}

function writeObjects(objects: Readonly<Record<number, string | Buffer>>, trailer: string): Buffer {
  const chunks = [Buffer.from('%PDF-1.7\n')]
  const offsets = new Map<number, number>()
  let length = 9
  const appendChunk = (chunk: string | Buffer): void => {
    chunks.push(Buffer.from(chunk))
    length += Buffer.byteLength(chunk)
  }
  for (const [number, object] of Object.entries(objects)) {
    offsets.set(Number(number), length)
    appendChunk(`${number} 0 obj\n`)
    appendChunk(object)
    appendChunk('\nendobj\n')
  }
  const xrefLines = [...offsets].map(
    ([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`,
  )
  const xrefSize = Math.max(...offsets.keys()) + 1
  appendChunk(`xref\n0 1\n0000000000 65535 f \n${xrefLines.join('')}`)
  appendChunk(
    `trailer\n<< /Root 1 0 R /Size ${xrefSize} ${trailer} >>\nstartxref\n${length - getTableLength(xrefLines)}\n%%EOF\n`,
  )
  return Buffer.concat(chunks)
}

const getTableLength = (table: readonly string[]): number =>
  'xref\n0 1\n0000000000 65535 f \n'.length + table.join('').length

export function appendRevision(content: Buffer, objects: Readonly<Record<number, string>>): Buffer {
  const objectTexts = Object.entries(objects).map(
    ([number, object]) => `${number} 0 obj\n${object}\nendobj\n`,
  )
  const xrefLines = objectTexts.map((object, index) => {
    const offset = content.length + objectTexts.slice(0, index).join('').length
    return `${object.split(' ')[0]} 1\n${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const previousXref = content.toString('latin1').match(/startxref\n(\d+)/)?.[1]
  const body = objectTexts.join('')
  const tail = `xref\n${xrefLines.join('')}trailer\n<< /Root 1 0 R /Size 99 /Prev ${previousXref} >>\nstartxref\n${content.length + body.length}\n%%EOF\n`
  return Buffer.concat([content, Buffer.from(body + tail, 'latin1')])
}

export function createObjectStream(object: string, { number = 10, entries = '/Type /ObjStm' } = {}): Buffer {
  const head = `${number} 0 `
  return createPackedStream(
    deflateSync(head + object),
    `${entries} /N 1 /First ${head.length} /Filter /FlateDecode`,
  )
}

export function createPackedStream(content: Buffer, entries: string): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${content.length} >>\nstream\n`, 'latin1'),
    content,
    Buffer.from('\nendstream'),
  ])
}
