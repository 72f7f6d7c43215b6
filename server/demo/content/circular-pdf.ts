import Pdf from 'pdfkit'
import type { MadeFile } from '../pictures/album.ts'

/** A part of a circular: paragraphs under a heading, points, or a table whose first row is its heading. */
export interface CircularPart {
  readonly heading: string
  readonly paragraphs?: readonly string[]
  readonly points?: readonly string[]
  readonly table?: readonly (readonly string[])[]
}

export interface Circular {
  /** 'MEMORANDUM', 'HOUSE RULES' */
  readonly kind: string
  readonly title: string
  /** Lines of the head, a name and its value each: 'Date', '14 March 2026'. */
  readonly about: readonly (readonly [string, string])[]
  readonly parts: readonly CircularPart[]
  readonly signedBy: { readonly name: string; readonly position: string }
}

const INK = '#1b2822'
const MUTED = '#48544e'
const DEEP = '#123f35'
const LINE = '#d9d1c2'
const SHELL = '#f7f4ec'
const LEFT = 64
const BOTTOM = 90

/** A circular of the office as a PDF on A4: a head with the community's name, parts with headings, a page number on each page. */
export function circularPdf(circular: Circular): Promise<MadeFile> {
  const page = new Pdf({
    size: 'A4',
    margins: { top: 64, left: LEFT, right: LEFT, bottom: BOTTOM },
    bufferPages: true,
    lang: 'en',
    info: { Title: circular.title, Author: 'Property Management Office', Subject: circular.kind },
  })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject))

  head(page, circular)
  for (const part of circular.parts) writePart(page, part)
  sign(page, circular.signedBy)
  numberPages(page)
  page.end()
  return ended.then(() => ({ extension: 'pdf', mime: 'application/pdf', bytes: Buffer.concat(chunks) }))
}

type Page = InstanceType<typeof Pdf>
const widthOf = (page: Page): number => page.page.width - 2 * LEFT

function head(page: Page, { kind, title, about }: Circular): void {
  page.rect(0, 0, page.page.width, 104).fill(DEEP)
  // The lattice of the capiz window, four panes of it.
  for (const [x, y] of [
    [0, 0],
    [17, 0],
    [0, 17],
    [17, 17],
  ] as const)
    page.roundedRect(LEFT + x, 36 + y, 14, 14, 2).fill(x === y ? '#ecd289' : '#c4683a')
  page
    .fillColor(SHELL)
    .font('Helvetica-Bold')
    .fontSize(20)
    .text('Tahanan', LEFT + 44, 34)
  page
    .font('Helvetica')
    .fontSize(10)
    .text('Property Management Office', LEFT + 44, 58)
  page.font('Helvetica-Bold').fontSize(10)
  page.text(kind, LEFT, 46, { width: widthOf(page), align: 'right', characterSpacing: 1.5 })

  page
    .fillColor(INK)
    .font('Helvetica-Bold')
    .fontSize(19)
    .text(title, LEFT, 136, { width: widthOf(page) })
  page.moveDown(0.5)
  for (const [name, value] of about) {
    const { y } = page
    page.font('Helvetica').fontSize(10.5).fillColor(MUTED).text(name, LEFT, y)
    page.fillColor(INK).text(value, LEFT + 74, y, { width: widthOf(page) - 74 })
  }
  rule(page, page.y + 12)
  page.y += 28
}

function rule(page: Page, y: number): void {
  page
    .moveTo(LEFT, y)
    .lineTo(page.page.width - LEFT, y)
    .lineWidth(0.7)
    .strokeColor(LINE)
    .stroke()
}

/** Begins a new page unless this much is left of this one. */
function keepTogether(page: Page, height: number): void {
  if (page.y + height > page.page.height - BOTTOM) page.addPage()
}

function writePart(page: Page, { heading, paragraphs = [], points = [], table }: CircularPart): void {
  const width = widthOf(page)
  keepTogether(page, 64)
  page.font('Helvetica-Bold').fontSize(12.5).fillColor(DEEP).text(heading, LEFT, page.y, { width })
  page.moveDown(0.35)
  page.font('Helvetica').fontSize(11).fillColor(INK)
  for (const words of paragraphs) {
    page.text(words, LEFT, page.y, { width, lineGap: 3 })
    page.moveDown(0.5)
  }
  for (const words of points) {
    keepTogether(page, 20)
    page.circle(LEFT + 4, page.y + 4.8, 1.8).fill('#c4683a')
    page.fillColor(INK).text(words, LEFT + 16, page.y, { width: width - 16, lineGap: 3 })
    page.moveDown(0.25)
  }
  if (table) writeTable(page, table)
  page.moveDown(0.7)
}

function writeTable(page: Page, rows: readonly (readonly string[])[]): void {
  const columns = rows[0]?.length ?? 1
  const width = widthOf(page) / columns
  for (const [index, row] of rows.entries()) {
    page.font(index === 0 ? 'Helvetica-Bold' : 'Helvetica').fontSize(10.5)
    const height = Math.max(...row.map((text) => page.heightOfString(text, { width: width - 16 }))) + 14
    keepTogether(page, height)
    const { y } = page
    if (index === 0) page.rect(LEFT, y, widthOf(page), height).fill(SHELL)
    page.fillColor(INK)
    for (const [column, text] of row.entries())
      page.text(text, LEFT + column * width + 8, y + 7, { width: width - 16 })
    rule(page, y + height)
    page.y = y + height
  }
  page.moveDown(0.4)
}

function sign(page: Page, { name, position }: Circular['signedBy']): void {
  keepTogether(page, 90)
  page.moveDown(1)
  page.font('Helvetica').fontSize(11).fillColor(MUTED).text('Respectfully,', LEFT, page.y)
  page.moveDown(1.2)
  page.font('Helvetica-Bold').fillColor(INK).text(name)
  page.font('Helvetica').fillColor(MUTED).text(position)
}

function numberPages(page: Page): void {
  const { start, count } = page.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    page.switchToPage(index)
    // Below the margin of the text, where writing would otherwise begin a new page.
    page.page.margins.bottom = 0
    const y = page.page.height - 54
    rule(page, y - 12)
    page.font('Helvetica').fontSize(9).fillColor(MUTED)
    page.text('Tahanan · specimen of a demo community', LEFT, y, { lineBreak: false })
    page.text(`${index - start + 1} of ${count}`, LEFT, y, { width: widthOf(page), align: 'right' })
  }
}
