import Pdf from 'pdfkit'
import { amountInWords } from './amount-in-words.ts'
import type { GivenInvoice } from './invoices.ts'
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

/** A page about one amount, with the number that it was issued under. */
interface Slip {
  readonly title: string
  readonly number: string
  /** ISO 8601. */
  readonly at: string
  readonly timeZone: string
  readonly issuer: string
  /** Lines beneath the issuer's name. */
  readonly beneath: readonly string[]
  /** A PNG. */
  readonly logo?: Buffer | undefined
  /** Warnings across the page. */
  readonly bands: readonly string[]
  readonly amountLabel: string
  readonly amount: number
  readonly currency: string
  readonly lines: readonly (readonly [label: string, value: string])[]
  /** The mark in capitals at its end. */
  readonly mark?: string
  readonly foot: string
}

/** The acknowledgement receipt of a posted payment. `logo` is a PNG. */
export function receiptPdf(receipt: GivenReceipt, logo: Buffer | undefined): Promise<Buffer> {
  const { payer, timeZone, transactionDate, voided } = receipt
  const paidOn = transactionDate ? dateOf(transactionDate, timeZone, { timeStyle: 'short' }) : ''
  return slipPdf({
    ...receipt,
    title: 'Acknowledgement Receipt',
    at: receipt.postedAt,
    issuer: receipt.community.name,
    beneath: ['Property Management Office'],
    logo,
    bands: [...voidBand(voided, timeZone), ...(receipt.sandbox ? ['SANDBOX: no real money was paid.'] : [])],
    amountLabel: 'AMOUNT RECEIVED',
    lines: [
      ['Received from', payer.name],
      ['Client code', payer.clientCode],
      ['Unit', payer.unitNumber],
      ['Paid by', receipt.method],
      ['Transaction date', paidOn],
      ...receipt.references,
      ['Posted by', receipt.postedBy],
    ],
    mark: 'THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX',
    foot: `This is an acknowledgement receipt, not an invoice. It was issued by ${receipt.community.name} for the payment above and ${voided ? 'is void' : 'is valid without a signature'}.`,
  })
}

/** The invoice of a charge, with what the permit of its series asks for (rules 18.7). */
export function invoicePdf(invoice: GivenInvoice): Promise<Buffer> {
  const { seller, buyer, charge, timeZone, voided } = invoice
  return slipPdf({
    ...invoice,
    title: 'Invoice',
    at: invoice.issuedAt,
    issuer: seller.registeredName,
    beneath: [`TIN ${seller.tin}`, seller.address],
    bands: voidBand(voided, timeZone),
    amountLabel: 'AMOUNT CHARGED',
    currency: 'PHP',
    lines: [
      ['Charged to', buyer.name],
      ['Client code', buyer.clientCode],
      ['Unit', buyer.unitNumber],
      ['For', charge.label],
      ['Date of the charge', dayOf(charge.date)],
      ['Remarks', charge.remarks],
      ['Replaced by', voided?.replacedBy ?? ''],
      ['Issued by', invoice.issuedBy],
    ],
    foot: `Permit or certificate ${seller.permit} of ${dayOf(seller.permitDate)}. Series ${seller.range.join(' to ')}.`,
  })
}

function voidBand(voided: { reason: string; at: Date } | null, timeZone: string): string[] {
  if (!voided) return []
  return [`VOID since ${dateOf(voided.at.toISOString(), timeZone, {})}: ${voided.reason.toLowerCase()}.`]
}

/** Draws a slip on one page of A4. The same slip always gives the same document. */
export function slipPdf(slip: Slip): Promise<Buffer> {
  const page = new Pdf({
    size: 'A4',
    margins: { top: 48, left: LEFT, right: LEFT, bottom: 40 },
    lang: 'en',
    info: { Title: `${slip.title} ${slip.number}`, Author: slip.issuer, CreationDate: new Date(slip.at) },
  })
  const pieces: Buffer[] = []
  page.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = new Promise<Buffer>((resolve, reject) =>
    page.on('end', () => resolve(Buffer.concat(pieces))).on('error', reject),
  )
  head(page, slip)
  amount(page, slip)
  for (const [label, value] of slip.lines) if (value.trim() !== '') line(page, label, printable(value))
  foot(page, slip)
  page.end()
  return ended
}

function head(page: Page, slip: Slip): void {
  page.rect(0, 0, page.page.width, 10).fill(DEEP)
  let y = 48
  if (slip.logo) {
    page.image(slip.logo, LEFT, y, { fit: [160, 48], valign: 'center' })
    y += 60
  }
  page.fillColor(DEEP).font('Helvetica-Bold').fontSize(15)
  page.text(printable(slip.issuer), LEFT, y, { width: 270, height: 38, ellipsis: true })
  page.fillColor(MUTED).font('Helvetica').fontSize(10)
  for (const text of slip.beneath) page.text(printable(text), { width: 270, height: 38, ellipsis: true })
  const below = page.y

  const right = { width: 200, align: 'right' } as const
  const column = LEFT + WIDTH - right.width
  page.fillColor(INK).font('Helvetica-Bold').fontSize(12).text(slip.title.toUpperCase(), column, 50, right)
  page.fontSize(16).fillColor(DEEP).text(slip.number, column, 68, right)
  const day = dateOf(slip.at, slip.timeZone, {})
  page.font('Helvetica').fontSize(10).fillColor(MUTED).text(day, column, 90, right)
  page.y = Math.max(below, 108) + 18
  for (const text of slip.bands) band(page, text)
}

function band(page: Page, text: string): void {
  page.rect(LEFT, page.y, WIDTH, 24).fill('#8f2d1f')
  page.fillColor('#ffffff').font('Helvetica-Bold').fontSize(10)
  page.text(text, LEFT, page.y + 8, { width: WIDTH, align: 'center' })
  page.y += 18
}

function amount(page: Page, slip: Slip): void {
  const top = page.y
  const words = printable(amountInWords(slip.amount))
  page.font('Helvetica').fontSize(11)
  const height = 62 + page.heightOfString(words, { width: WIDTH - 32 })
  page.roundedRect(LEFT, top, WIDTH, height, 6).fill(SHELL)
  page
    .fillColor(MUTED)
    .fontSize(9)
    .text(slip.amountLabel, LEFT + 16, top + 14, { characterSpacing: 1 })
  page
    .fillColor(INK)
    .font('Helvetica-Bold')
    .fontSize(20)
    .text(figures(slip), LEFT + 16, top + 27)
  page
    .font('Helvetica')
    .fontSize(11)
    .text(words, LEFT + 16, top + 52, { width: WIDTH - 32 })
  page.y = top + height + 20
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

function foot(page: Page, slip: Slip): void {
  const options = { width: WIDTH, align: 'center' } as const
  page.font('Helvetica-Bold').fontSize(9).fillColor(INK)
  page.text(slip.mark ?? '', LEFT, Math.max(page.y + 12, page.page.height - 108), options)
  page.font('Helvetica').fillColor(MUTED)
  page.text(printable(slip.foot), LEFT, page.y + 6, { ...options, height: 40, ellipsis: true })
}

/** 'March 15, 2026' of a day of the calendar. */
const dayOf = (day: string): string => dateOf(`${day}T12:00:00Z`, 'UTC', {})

/** 'March 15, 2026', in community time. */
const dateOf = (at: string, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  printable(
    new Intl.DateTimeFormat('en-PH', { dateStyle: 'long', ...options, timeZone }).format(new Date(at)),
  )

/** The fonts that every PDF reader has know no peso sign. */
const figures = ({ amount: value, currency }: Slip): string =>
  `${currency} ${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** Returns text that those fonts can write (Windows-1252): other letters lose their marks or become question marks. */
function printable(text: string): string {
  return [...text.normalize('NFC').replaceAll('₱', 'PHP ')]
    .map((char) => (WRITABLE.test(char) ? char : (/^[\x20-\x7e]+/.exec(char.normalize('NFKD'))?.[0] ?? '?')))
    .join('')
}
const WRITABLE =
  /^[\x20-\x7e\u00a0-\u00ff\u20ac\u2018\u2019\u201c\u201d\u2013\u2014\u2022\u2026\u2122ŒœŠšŸŽž]$/
