import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'

/** Colours of documents. */
export const COLOURS = {
  ink: '#1b2822',
  muted: '#48544e',
  deep: '#123f35',
  line: '#d9d1c2',
  shell: '#f7f4ec',
  paper: '#ffffff',
  warning: '#8f2d1f',
} as const

/** An open document, whose present page is drawn on; its fonts are 'Regular' and 'Bold'. */
export type Document = InstanceType<typeof Pdf>

interface DocumentOptions {
  readonly title: string
  readonly author: string
  /** Moment that it bears; the same document of the same moment has the same bytes. */
  readonly at: Date
  readonly margins: { top: number; left: number; right: number; bottom: number }
  readonly layout?: 'portrait' | 'landscape'
}

/** Fonts that know the peso sign and the letters of all scripts but those of China, Japan, Korea, Thailand and India. */
const fontFile = (name: string): string =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/DejaVuSansCondensed${name}.ttf`))

/** Draws a document of A4. Resolves with its bytes once `draw` has ended. */
export async function drawPdf(
  { title, author, at, margins, layout = 'portrait' }: DocumentOptions,
  draw: (page: Document) => void | Promise<void>,
): Promise<Buffer> {
  const page = new Pdf({
    size: 'A4',
    layout,
    margins,
    lang: 'en',
    bufferPages: true,
    info: { Title: title, Author: author, CreationDate: at },
  })
  page.registerFont('Regular', fontFile('')).registerFont('Bold', fontFile('-Bold'))
  const bytes = buffer(page)
  await draw(page)
  page.end()
  return bytes
}

type Style = readonly [font: 'Regular' | 'Bold', size: number, colour: keyof typeof COLOURS]

/** Writes a text in a style; where no place is given, beneath the one before. */
export function write(
  page: Document,
  [font, size, colour]: Style,
  text: string,
  options: PDFKit.Mixins.TextOptions & { x?: number; y?: number } = {},
): void {
  // pdfkit drops the other options where the place is undefined
  const { x = page.x, y = page.y, ...rest } = options
  page.font(font).fontSize(size).fillColor(COLOURS[colour]).text(printable(text), x, y, rest)
}

/** Draws a line across a page. */
export function drawRule(page: Document, rule: { x: number; y: number; width: number; thickness: number }) {
  const { x, y, width, thickness } = rule
  const line = page.moveTo(x, y).lineTo(x + width, y)
  line.lineWidth(thickness).strokeColor(COLOURS.line).stroke()
}

/** Returns words as they are printed: composed letters, in one line, without signs that turn the direction of others. */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}
