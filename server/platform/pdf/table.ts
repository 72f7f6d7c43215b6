import { setImmediate } from 'node:timers/promises'
import { COLOURS, drawPdf, drawRule, toPrintableText, writeText, type Document } from './document.ts'

export interface TableColumn {
  readonly label: string
  /** Relative width of the column. Its part of the page is `share` divided by the sum of all shares. */
  readonly share: number
  readonly right?: boolean
}

export interface Table {
  readonly heading?: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly (readonly string[])[]
  readonly wraps?: boolean
  readonly totals?: readonly (readonly string[])[]
}

interface TableHead {
  readonly title: string
  readonly author: string
  readonly lines: readonly string[]
  readonly createdAt: Date
}

const MARGINS = { top: 40, left: 40, right: 40, bottom: 46 } as const
const ROW_HEIGHT = 17
const PADDING = 4

/**
 * Renders tables as a PDF. Each page has a page number, and each new page repeats the headings of the table.
 * Long cells are wrapped or end in an ellipsis. With more than four columns the page is landscape.
 */
export function renderTablesPdf(
  { title, author, lines, createdAt }: TableHead,
  tables: readonly Table[],
): Promise<Buffer> {
  const layout = tables.some(({ columns }) => columns.length > 4) ? 'landscape' : 'portrait'
  return drawPdf({ title, author, createdAt, margins: MARGINS, layout }, async (page) => {
    writeText(page, ['Bold', 10, 'muted'], author)
    writeText(page, ['Bold', 15, 'deep'], title)
    for (const line of lines) writeText(page, ['Regular', 9, 'muted'], line)
    let y = page.y + 8
    for (const table of tables) y = (await drawTable(page, table, y)) + ROW_HEIGHT
    numberPages(page)
  })
}

async function drawTable(
  page: Document,
  { heading, columns, rows, totals = [], wraps = false }: Table,
  from: number,
): Promise<number> {
  const columnPlaces = placeColumns(columns, getContentWidth(page))
  const contentBottom = page.page.height - MARGINS.bottom
  let y = from
  if (heading) {
    // A heading must be on the same page as the first row after it.
    if (y + ROW_HEIGHT * 3 > contentBottom) {
      page.addPage()
      y = MARGINS.top
    }
    writeText(page, ['Bold', 10, 'deep'], heading, { x: MARGINS.left, y })
    y += ROW_HEIGHT
  }
  y = drawLabels(page, columnPlaces, y)
  const writeRow = async (cells: readonly string[], font: 'Regular' | 'Bold'): Promise<void> => {
    page.font(font).fontSize(8.5)
    const height = wraps ? getRowHeight(page, columnPlaces, cells) : ROW_HEIGHT
    if (y + height > contentBottom) {
      await setImmediate()
      page.addPage()
      y = drawLabels(page, columnPlaces, MARGINS.top)
    }
    page.font(font).fontSize(8.5).fillColor(COLOURS.ink)
    drawCells(page, columnPlaces, cells, y, height)
    y += height
    drawRowRule(page, y, 0.4)
  }
  for (const row of rows) await writeRow(row, 'Regular')
  for (const row of totals) await writeRow(row, 'Bold')
  return y
}

interface PlacedColumn extends TableColumn {
  readonly x: number
  readonly width: number
}

function placeColumns(columns: readonly TableColumn[], width: number): PlacedColumn[] {
  const total = columns.reduce((sum, { share }) => sum + share, 0)
  let x: number = MARGINS.left
  return columns.map((column) => {
    const placedColumn = { ...column, x, width: (width * column.share) / total }
    x += placedColumn.width
    return placedColumn
  })
}

function drawLabels(page: Document, placedColumns: readonly PlacedColumn[], y: number): number {
  page.font('Bold').fontSize(8).fillColor(COLOURS.muted)
  const labels = placedColumns.map(({ label }) => label)
  drawCells(page, placedColumns, labels, y)
  drawRowRule(page, y + ROW_HEIGHT, 1)
  return y + ROW_HEIGHT
}

function getRowHeight(
  page: Document,
  placedColumns: readonly PlacedColumn[],
  cells: readonly string[],
): number {
  const heights = placedColumns.map(({ width }, index) =>
    page.heightOfString(toPrintableText(cells[index] ?? ''), { width: width - PADDING * 2 }),
  )
  return Math.max(ROW_HEIGHT, ...heights.map((height) => Math.ceil(height) + PADDING * 2))
}

function drawCells(
  page: Document,
  placedColumns: readonly PlacedColumn[],
  cells: readonly string[],
  y: number,
  height = ROW_HEIGHT,
): void {
  for (const [index, { x, width, right }] of placedColumns.entries()) {
    const textWidth = width - PADDING * 2
    page.text(toPrintableText(cells[index] ?? ''), x + PADDING, y + 4, {
      width: textWidth,
      height: height - 4,
      align: right ? 'right' : 'left',
      ellipsis: true,
      lineBreak: true,
    })
  }
}

const drawRowRule = (page: Document, y: number, thickness: number): void =>
  drawRule(page, { x: MARGINS.left, y, width: getContentWidth(page), thickness })

const getContentWidth = ({ page }: Document): number => page.width - MARGINS.left - MARGINS.right

function numberPages(page: Document): void {
  const { start, count } = page.bufferedPageRange()
  for (let pageIndex = start; pageIndex < start + count; pageIndex++) {
    page.switchToPage(pageIndex)
    page.page.margins.bottom = 0
    const footerBox = { x: MARGINS.left, y: page.page.height - 30, width: getContentWidth(page) }
    const line = { align: 'right', lineBreak: false } as const
    writeText(page, ['Regular', 8, 'muted'], `Page ${pageIndex + 1} of ${count}`, { ...footerBox, ...line })
  }
}
