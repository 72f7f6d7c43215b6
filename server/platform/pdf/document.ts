import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'

export const COLOURS = {
  ink: '#1b2822',
  muted: '#48544e',
  deep: '#123f35',
  line: '#d9d1c2',
  shell: '#f7f4ec',
  paper: '#ffffff',
  warning: '#8f2d1f',
} as const

export type Document = InstanceType<typeof Pdf>

interface DocumentOptions {
  readonly title: string
  readonly author: string
  /** Creation date of the PDF. The same content and date always give identical bytes. */
  readonly createdAt: Date
  readonly margins: { top: number; left: number; right: number; bottom: number }
  readonly layout?: 'portrait' | 'landscape'
}

/**
 * Returns the path of a DejaVu font. This font contains the peso sign and most scripts, but not Chinese,
 * Japanese, Korean, Thai and Indic scripts.
 */
const getFontPath = (name: string): string =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/DejaVuSansCondensed${name}.ttf`))

export async function drawPdf(
  { title, author, createdAt, margins, layout = 'portrait' }: DocumentOptions,
  draw: (page: Document) => void | Promise<void>,
): Promise<Buffer> {
  const page = new Pdf({
    size: 'A4',
    layout,
    margins,
    lang: 'en',
    bufferPages: true,
    info: { Title: title, Author: author, CreationDate: createdAt },
  })
  page.registerFont('Regular', getFontPath('')).registerFont('Bold', getFontPath('-Bold'))
  const bytes = buffer(page)
  await draw(page)
  page.end()
  return bytes
}

type Style = readonly [font: 'Regular' | 'Bold', size: number, colour: keyof typeof COLOURS]

export function writeText(
  page: Document,
  [font, size, colour]: Style,
  text: string,
  options: PDFKit.Mixins.TextOptions & { x?: number; y?: number } = {},
): void {
  // x and y have default values, because pdfkit ignores the other options if x or y is undefined.
  const { x = page.x, y = page.y, ...rest } = options
  page.font(font).fontSize(size).fillColor(COLOURS[colour]).text(toPrintableText(text), x, y, rest)
}

export function drawRule(page: Document, rule: { x: number; y: number; width: number; thickness: number }) {
  const { x, y, width, thickness } = rule
  const line = page.moveTo(x, y).lineTo(x + width, y)
  line.lineWidth(thickness).strokeColor(COLOURS.line).stroke()
}

/**
 * Returns a text that can be printed in one line: accents are joined with their letters, and control
 * characters and characters that change the writing direction are removed.
 */
export function toPrintableText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}
