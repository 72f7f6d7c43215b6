import Pdf from 'pdfkit'
import type { MadeFile } from './pictures/album.ts'
import type { DemoResident } from './residents.ts'

const TWO_DECIMALS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

// The fonts that every PDF reader has know no peso sign.
const pesos = (amount: number): string => `PHP ${TWO_DECIMALS.format(amount)}`

/** What a balance is made of; the lines add up to it. */
function linesOf(amount: number): [string, number][] {
  const dues = Math.min(amount, 4_850)
  const water = Math.min(amount - dues, 980.5)
  const parking = Math.min(amount - dues - water, 1_500)
  const rest = amount - dues - water - parking
  return [
    ['Association dues, current month', dues],
    ['Water', water],
    ['Parking', parking],
    ['Balance of earlier months', rest],
  ]
}

/** A resident's statement of account as a PDF of one page. */
export function statementPdf(resident: DemoResident, month: string, dueDate: string): Promise<MadeFile> {
  const document = new Pdf({
    size: 'A4',
    margin: 56,
    info: { Title: `Statement of Account, ${month}`, Author: 'Property Management Office' },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject))

  document.rect(0, 0, document.page.width, 92).fill('#123f35')
  document.fillColor('#f7f4ec').font('Helvetica-Bold').fontSize(20).text('Tahanan', 56, 34)
  document.font('Helvetica').fontSize(10).text('Property Management Office', 56, 60)
  document.fillColor('#1b2822').font('Helvetica-Bold').fontSize(16).text('Statement of Account', 56, 124)
  document.font('Helvetica').fontSize(11).fillColor('#48544e')
  document.text(month, 56, 146)
  document
    .fillColor('#1b2822')
    .text(`${resident.uoccname}`, 56, 180)
    .text(`Unit ${resident.unit}, ${resident.tower}`)
  document.text(`Client code ${resident.clientCode}`)

  let y = 256
  for (const [label, amount] of linesOf(resident.soaAmount)) {
    document.font('Helvetica').text(label, 56, y).text(pesos(amount), 340, y, { width: 198, align: 'right' })
    document
      .moveTo(56, y + 20)
      .lineTo(538, y + 20)
      .lineWidth(0.5)
      .strokeColor('#d9d1c2')
      .stroke()
    y += 32
  }
  document
    .font('Helvetica-Bold')
    .fontSize(13)
    .text('Amount due', 56, y + 6)
    .text(pesos(resident.soaAmount), 340, y + 6, { width: 198, align: 'right' })
  document.font('Helvetica').fontSize(10).fillColor('#48544e')
  document.text(
    `Please pay on or before ${dueDate}. This is a specimen of a demo community; nobody owes anything.`,
    56,
    y + 48,
    { width: 482 },
  )
  document.end()
  return ended.then(() => ({ extension: 'pdf', mime: 'application/pdf', bytes: Buffer.concat(chunks) }))
}
