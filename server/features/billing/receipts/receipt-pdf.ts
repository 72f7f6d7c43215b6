import type { ReceiptData } from '@tahanan/contract/billing/receipt.ts'
import { REVERSAL_KINDS } from '@tahanan/contract/billing/payment.ts'
import Pdf from 'pdfkit'
import { amountInWords } from './amount-in-words.ts'
import type { GivenReceipt } from './receipts.ts'

const INK = '#1b2822'
const MUTED = '#48544e'
const DEEP = '#123f35'
const LINE = '#d9d1c2'
const SHELL = '#f7f4ec'
const LEFT = 56
const WIDTH = 483
const LABEL = 150

type Page = InstanceType<typeof Pdf>

/**
 * The acknowledgement receipt of a posted payment, one page of A4. The same data always gives the same document. `logo`
 * is a PNG.
 */
export function receiptPdf(receipt: GivenReceipt, logo: Buffer | undefined): Promise<Buffer> {
  const page = new Pdf({
    size: 'A4',
    margins: { top: 48, left: LEFT, right: LEFT, bottom: 40 },
    lang: 'en',
    info: {
      Title: `Acknowledgement Receipt ${receipt.number}`,
      Author: receipt.community.name,
      CreationDate: new Date(receipt.postedAt),
    },
  })
  const pieces: Buffer[] = []
  page.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = new Promise<Buffer>((resolve, reject) =>
    page.on('end', () => resolve(Buffer.concat(pieces))).on('error', reject),
  )
  head(page, receipt, logo)
  amount(page, receipt)
  lines(page, receipt)
  foot(page, receipt)
  page.end()
  return ended
}

function head(page: Page, receipt: GivenReceipt, logo: Buffer | undefined): void {
  page.rect(0, 0, page.page.width, 10).fill(DEEP)
  let y = 48
  if (logo) {
    page.image(logo, LEFT, y, { fit: [160, 48], valign: 'center' })
    y += 60
  }
  page.fillColor(DEEP).font('Helvetica-Bold').fontSize(15)
  page.text(printable(receipt.community.name), LEFT, y, { width: 270, height: 38, ellipsis: true })
  page.fillColor(MUTED).font('Helvetica').fontSize(10).text('Property Management Office', { width: 270 })
  const below = page.y

  const right = { width: 200, align: 'right' } as const
  const column = LEFT + WIDTH - right.width
  page.fillColor(INK).font('Helvetica-Bold').fontSize(12).text('ACKNOWLEDGEMENT RECEIPT', column, 50, right)
  page.fontSize(16).fillColor(DEEP).text(receipt.number, column, 68, right)
  const day = dateOf(receipt.postedAt, receipt.timeZone, {})
  page.font('Helvetica').fontSize(10).fillColor(MUTED).text(day, column, 90, right)
  page.y = Math.max(below, 108) + 18
  if (receipt.voided) {
    const { kind, at } = receipt.voided
    const since = dateOf(at.toISOString(), receipt.timeZone, {})
    band(page, `VOID since ${since}: ${REVERSAL_KINDS[kind].toLowerCase()}.`)
  }
  if (receipt.sandbox) band(page, 'SANDBOX: no real money was paid.')
}

function band(page: Page, text: string): void {
  page.rect(LEFT, page.y, WIDTH, 24).fill('#8f2d1f')
  page.fillColor('#ffffff').font('Helvetica-Bold').fontSize(10)
  page.text(text, LEFT, page.y + 8, { width: WIDTH, align: 'center' })
  page.y += 18
}

function amount(page: Page, receipt: ReceiptData): void {
  const top = page.y
  const words = printable(amountInWords(receipt.amount))
  page.font('Helvetica').fontSize(11)
  const height = 62 + page.heightOfString(words, { width: WIDTH - 32 })
  page.roundedRect(LEFT, top, WIDTH, height, 6).fill(SHELL)
  page
    .fillColor(MUTED)
    .fontSize(9)
    .text('AMOUNT RECEIVED', LEFT + 16, top + 14, { characterSpacing: 1 })
  page
    .fillColor(INK)
    .font('Helvetica-Bold')
    .fontSize(20)
    .text(figures(receipt), LEFT + 16, top + 27)
  page
    .font('Helvetica')
    .fontSize(11)
    .text(words, LEFT + 16, top + 52, { width: WIDTH - 32 })
  page.y = top + height + 20
}

function lines(page: Page, receipt: ReceiptData): void {
  const { payer, timeZone, transactionDate } = receipt
  const paidOn = transactionDate ? dateOf(transactionDate, timeZone, { timeStyle: 'short' }) : ''
  const all: (readonly [string, string])[] = [
    ['Received from', payer.name],
    ['Client code', payer.clientCode],
    ['Unit', payer.unitNumber],
    ['Paid by', receipt.method],
    ['Transaction date', paidOn],
    ...receipt.references,
    ['Posted by', receipt.postedBy],
  ]
  for (const [label, value] of all) if (value.trim() !== '') line(page, label, printable(value))
}

function line(page: Page, label: string, value: string): void {
  const y = page.y
  page
    .font('Helvetica')
    .fontSize(10)
    .fillColor(MUTED)
    .text(printable(label), LEFT, y, { width: LABEL - 10 })
  page.font('Helvetica-Bold').fontSize(11).fillColor(INK)
  page.text(value, LEFT + LABEL, y, { width: WIDTH - LABEL, height: 44, ellipsis: true })
  const below = page.y + 7
  page
    .moveTo(LEFT, below)
    .lineTo(LEFT + WIDTH, below)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke()
  page.y = below + 8
}

function foot(page: Page, receipt: GivenReceipt): void {
  const worth = receipt.voided ? 'is void' : 'is valid without a signature'
  page.font('Helvetica').fontSize(9).fillColor(MUTED)
  page.text(
    `This is an acknowledgement receipt, not an official receipt. It was issued by ${printable(receipt.community.name)} for the payment above and ${worth}.`,
    LEFT,
    Math.max(page.y + 16, page.page.height - 90),
    { width: WIDTH, align: 'center', height: 40, ellipsis: true },
  )
}

/** 'March 15, 2026', in community time. */
const dateOf = (at: string, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  printable(
    new Intl.DateTimeFormat('en-PH', { dateStyle: 'long', ...options, timeZone }).format(new Date(at)),
  )

/** The fonts that every PDF reader has know no peso sign. */
const figures = ({ amount: value, currency }: ReceiptData): string =>
  `${currency} ${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** Returns text that those fonts can write (Windows-1252): other letters lose their marks or become question marks. */
function printable(text: string): string {
  return [...text.normalize('NFC').replaceAll('₱', 'PHP ')]
    .map((char) => (WRITABLE.test(char) ? char : (/^[\x20-\x7e]+/.exec(char.normalize('NFKD'))?.[0] ?? '?')))
    .join('')
}
const WRITABLE =
  /^[\x20-\x7e\u00a0-\u00ff\u20ac\u2018\u2019\u201c\u201d\u2013\u2014\u2022\u2026\u2122ŒœŠšŸŽž]$/
