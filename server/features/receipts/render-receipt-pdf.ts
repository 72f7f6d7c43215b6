import type { PaymentRow } from '#features/payments/repository.ts'
import {
  COLOURS,
  drawPdf,
  drawRule,
  toPrintableText,
  writeText,
  type Document,
} from '#platform/pdf/document.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import { formatDay, formatLongDay, formatLongTime } from '@tahanan/contract/time.ts'
import { formatAmountInWords } from './format-amount-in-words.ts'
import type { IssuedInvoice } from './issue-invoice.ts'
import type { IssuedReceipt } from './issue-receipt.ts'

const LEFT_MARGIN = 56
const CONTENT_WIDTH = 483
const LABEL_WIDTH = 150

interface Slip {
  readonly title: string
  readonly number: string
  readonly issuedAt: string
  readonly timeZone: string
  readonly issuer: string
  readonly issuerLines: readonly string[]
  readonly logo?: Buffer | undefined
  /** Warnings such as 'VOID'. Each is printed in a band across the page. */
  readonly bands: readonly string[]
  readonly amountLabel: string
  readonly amount: number
  readonly currency: string
  readonly lines: readonly (readonly [label: string, value: string])[]
  readonly taxNotice?: string
  readonly footerText: string
}

/** Renders a receipt as a PDF. `logo` is the content of a PNG file. */
export function renderReceiptPdf(receipt: IssuedReceipt, logo: Buffer | undefined): Promise<Buffer> {
  const { payer, timeZone, transactionDate, voided } = receipt
  const paidOn = transactionDate ? formatLongTime(new Date(transactionDate), timeZone) : ''
  return renderSlip({
    ...receipt,
    title: 'Acknowledgement Receipt',
    issuedAt: receipt.postedAt,
    issuer: receipt.community.name,
    issuerLines: ['Property Management Office'],
    logo,
    bands: [
      ...createVoidBands(voided, timeZone),
      ...(receipt.sandbox ? ['SANDBOX: no real money was paid.'] : []),
    ],
    amountLabel: 'AMOUNT RECEIVED',
    lines: [
      ['Received from', payer.name],
      ['Client code', payer.clientCode],
      ['Unit', payer.unitNumber],
      ['Paid by', receipt.method],
      ['Transaction date', paidOn],
      ...receipt.references,
      ['Replaced by', voided?.replacedBy ?? ''],
      ['Posted by', receipt.postedBy],
    ],
    taxNotice: 'THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX',
    footerText:
      `This is an acknowledgement receipt, not an invoice. It was issued by ${receipt.community.name} ` +
      `for the payment above and ${voided ? 'is void' : 'is valid without a signature'}.`,
  })
}

/**
 * Renders an invoice with the details that the tax office's (BIR) permit for the number series requires
 * (rules 18.7).
 */
export function renderInvoicePdf(invoice: IssuedInvoice): Promise<Buffer> {
  const { seller, buyer, charge, timeZone, voided } = invoice
  return renderSlip({
    ...invoice,
    title: 'Invoice',
    issuedAt: invoice.issuedAt,
    issuer: seller.registeredName,
    issuerLines: [`TIN ${seller.tin}`, seller.address],
    bands: createVoidBands(voided, timeZone),
    amountLabel: 'AMOUNT CHARGED',
    currency: 'PHP',
    lines: [
      ['Charged to', buyer.name],
      ['Client code', buyer.clientCode],
      ['Unit', buyer.unitNumber],
      ['For', charge.label],
      ['Date of the charge', formatLongDay(charge.date)],
      ['Remarks', charge.remarks],
      ['Replaced by', voided?.replacedBy ?? ''],
      ['Issued by', invoice.issuedBy],
    ],
    footerText:
      `Permit or certificate ${seller.permit} of ${formatLongDay(seller.permitDate)}. ` +
      `Series ${seller.range.join(' to ')}.`,
  })
}

/**
 * Renders the slip for a received cheque. It has no receipt number, because the payment is not posted yet
 * (rules 17.7).
 */
export function renderChequeSlipPdf(
  cheque: PaymentRow & { cheque_date: string },
  issuer: string,
  timeZone: string,
): Promise<Buffer> {
  return renderSlip({
    title: 'Cheque received',
    number: '',
    issuedAt: cheque.created_at.toISOString(),
    timeZone,
    issuer,
    issuerLines: ['Property Management Office'],
    bands: [],
    amountLabel: 'AMOUNT OF THE CHEQUE',
    amount: cheque.amount_paid,
    currency: cheque.currency,
    lines: [
      ['Received from', cheque.uoccname],
      ['Client code', cheque.client_code],
      ['Unit', cheque.unit_number],
      ['Bank', cheque.bank],
      ['Cheque number', cheque.bank_reference],
      ['Date of the cheque', formatLongDay(cheque.cheque_date)],
      ['Payment', cheque.reference_number],
    ],
    footerText:
      'This is not a receipt. What is left to pay stays as it is until the cheque is posted, ' +
      'on its date or later.',
  })
}

function createVoidBands(voided: { reason: string; at: Date } | null, timeZone: string): string[] {
  if (!voided) return []
  return [`VOID since ${formatLocalDay(voided.at, timeZone)}: ${voided.reason.toLowerCase()}.`]
}

/** Renders the same bytes for the same input. */
function renderSlip(slip: Slip): Promise<Buffer> {
  return drawPdf(
    {
      title: `${slip.title} ${slip.number}`,
      author: slip.issuer,
      createdAt: new Date(slip.issuedAt),
      margins: { top: 48, left: LEFT_MARGIN, right: LEFT_MARGIN, bottom: 40 },
    },
    (page) => {
      drawHead(page, slip)
      drawAmount(page, slip)
      for (const [label, value] of slip.lines) if (value.trim() !== '') drawLine(page, label, value)
      drawFoot(page, slip)
    },
  )
}

function drawHead(page: Document, slip: Slip): void {
  page.rect(0, 0, page.page.width, 10).fill(COLOURS.deep)
  let y = 48
  if (slip.logo) {
    page.image(slip.logo, LEFT_MARGIN, y, { fit: [160, 48], valign: 'center' })
    y += 60
  }
  const leftOptions = { width: 270, height: 38, ellipsis: true }
  writeText(page, ['Bold', 15, 'deep'], slip.issuer, { x: LEFT_MARGIN, y, ...leftOptions })
  for (const text of slip.issuerLines) writeText(page, ['Regular', 10, 'muted'], text, leftOptions)
  const endY = page.y

  const rightOptions = { width: 200, align: 'right', x: LEFT_MARGIN + CONTENT_WIDTH - 200 } as const
  writeText(page, ['Bold', 12, 'ink'], slip.title.toUpperCase(), { ...rightOptions, y: 50 })
  writeText(page, ['Bold', 16, 'deep'], slip.number, { ...rightOptions, y: 68 })
  writeText(page, ['Regular', 10, 'muted'], formatLocalDay(new Date(slip.issuedAt), slip.timeZone), {
    ...rightOptions,
    y: 90,
  })
  page.y = Math.max(endY, 108) + 18
  for (const text of slip.bands) drawBand(page, text)
}

function drawBand(page: Document, text: string): void {
  page.rect(LEFT_MARGIN, page.y, CONTENT_WIDTH, 24).fill(COLOURS.warning)
  writeText(page, ['Bold', 10, 'paper'], text, {
    x: LEFT_MARGIN,
    y: page.y + 8,
    width: CONTENT_WIDTH,
    align: 'center',
  })
  page.y += 18
}

function drawAmount(page: Document, slip: Slip): void {
  const top = page.y
  const [x, width] = [LEFT_MARGIN + 16, CONTENT_WIDTH - 32]
  const amountInWords = toPrintableText(formatAmountInWords(slip.amount))
  const height = 62 + page.font('Regular').fontSize(11).heightOfString(amountInWords, { width })
  page.roundedRect(LEFT_MARGIN, top, CONTENT_WIDTH, height, 6).fill(COLOURS.shell)
  writeText(page, ['Regular', 9, 'muted'], slip.amountLabel, { x, y: top + 14, characterSpacing: 1 })
  writeText(page, ['Bold', 20, 'ink'], formatAmount(slip), { x, y: top + 27 })
  writeText(page, ['Regular', 11, 'ink'], amountInWords, { x, y: top + 52, width })
  page.y = top + height + 20
}

function drawLine(page: Document, label: string, value: string): void {
  const y = page.y
  const textOptions = { width: CONTENT_WIDTH - LABEL_WIDTH, height: 44, ellipsis: true }
  writeText(page, ['Regular', 10, 'muted'], label, { x: LEFT_MARGIN, y, width: LABEL_WIDTH - 10 })
  writeText(page, ['Bold', 11, 'ink'], value, { x: LEFT_MARGIN + LABEL_WIDTH, y, ...textOptions })
  const ruleY = page.y + 7
  drawRule(page, { x: LEFT_MARGIN, y: ruleY, width: CONTENT_WIDTH, thickness: 0.5 })
  page.y = ruleY + 8
}

function drawFoot(page: Document, slip: Slip): void {
  const options = { x: LEFT_MARGIN, width: CONTENT_WIDTH, align: 'center' } as const
  const y = Math.max(page.y + 12, page.page.height - 108)
  writeText(page, ['Bold', 9, 'ink'], slip.taxNotice ?? '', { ...options, y })
  writeText(page, ['Regular', 9, 'muted'], slip.footerText, {
    ...options,
    y: page.y + 6,
    height: 40,
    ellipsis: true,
  })
}

const formatLocalDay = (date: Date, timeZone: string): string => formatLongDay(formatDay(date, timeZone))

const formatAmount = ({ amount: value, currency }: Slip): string =>
  currency === 'PHP' ? formatPesos(value) : `${currency} ${formatPesos(value).replace('₱', '')}`
