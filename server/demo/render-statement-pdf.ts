import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import type { FileContent } from './demo-files.ts'
import { getTower, type DemoResident } from './people.ts'

const TWO_DECIMALS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

// Writes 'PHP' instead of the peso sign, because the standard fonts of PDF do not contain it.
const formatPesos = (amount: number): string => `PHP ${TWO_DECIMALS.format(amount)}`

/**
 * Returns a statement as a PDF of one page. The amounts of its lines add up to the amount of the statement.
 */
export async function renderStatementPdf(
  resident: Pick<DemoResident, 'unit' | 'name'>,
  { month, amount, payBy }: { month: string; amount: number; payBy: string },
): Promise<FileContent> {
  const documentInfo = { Title: `Statement of Account, ${month}`, Author: 'Property Management Office' }
  const page = new Pdf({ size: 'A4', margin: 56, info: documentInfo })
  const bytes = buffer(page)

  page.rect(0, 0, page.page.width, 92).fill('#123f35')
  page.fillColor('#f7f4ec').font('Helvetica-Bold').fontSize(20).text('Tahanan', 56, 34)
  page.font('Helvetica').fontSize(10).text('Property Management Office', 56, 60)
  page.fillColor('#1b2822').font('Helvetica-Bold').fontSize(16).text('Statement of Account', 56, 124)
  page.font('Helvetica').fontSize(11).fillColor('#48544e').text(month, 56, 146)
  page.fillColor('#1b2822').text(resident.name, 56, 180)
  page.text(`Unit ${resident.unit}, ${getTower(resident)}`).text(`Client code ${resident.unit}`)

  const dues = Math.min(amount, 4_850)
  const water = Math.min(amount - dues, 980.5)
  const parking = Math.min(amount - dues - water, 1_500)
  const lines = {
    'Association dues, current month': dues,
    Water: water,
    Parking: parking,
    'Balance of earlier months': amount - dues - water - parking,
  }
  const rightColumn = { width: 198, align: 'right' } as const
  let y = 256
  for (const [label, pay] of Object.entries(lines)) {
    page.text(label, 56, y).text(formatPesos(pay), 340, y, rightColumn)
    const nextY = y + 20
    page.moveTo(56, nextY).lineTo(538, nextY).lineWidth(0.5).strokeColor('#d9d1c2').stroke()
    y += 32
  }
  page
    .font('Helvetica-Bold')
    .fontSize(13)
    .text('Amount due', 56, y + 6)
  page.text(formatPesos(amount), 340, y + 6, rightColumn)
  const note = `Please pay on or before ${payBy}. This is a specimen of a demo community; nobody owes anything.`
  page
    .font('Helvetica')
    .fontSize(10)
    .fillColor('#48544e')
    .text(note, 56, y + 48, { width: 482 })
  page.end()
  return { extension: 'pdf', mime: 'application/pdf', bytes: await bytes }
}
