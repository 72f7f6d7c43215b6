import { create } from 'qrcode'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { PublicPass, Pass } from '@tahanan/contract/gate/answers.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { getPassEnd, toPassHours, type GatePassRow } from './gate-pass-row.ts'

export const presentPass = (
  row: GatePassRow,
  { link, howToGetIn }: Pick<Pass, 'link' | 'howToGetIn'>,
): Pass => ({
  code: row.code,
  link,
  qr: toQrPath(link),
  ...toPassHours(row),
  people: row.people,
  came: row.came,
  entries: row.entries,
  endedAt: getPassEnd(row)?.toISOString() ?? null,
  endReason: getPassEnd(row) && row.end_reason,
  howToGetIn,
})

/**
 * Presents a pass to anybody who has its link. The result contains no data of the resident, and no code after
 * the pass has ended.
 */
export function presentOpenPass(
  row: GatePassRow,
  { link, ...more }: Pick<PublicPass, 'community' | 'timeZone' | 'howToGetIn'> & { link: string },
): PublicPass {
  const hasEnded = getPassEnd(row) !== null || row.valid_to < new Date()
  const kind = row.module === null ? '' : capitalize(getModule(row.module).noun.one)
  return {
    ...more,
    kind,
    code: hasEnded ? '' : row.code,
    qr: hasEnded ? null : toQrPath(link),
    ...toPassHours(row),
    ended: hasEnded,
  }
}

/** Width of the white border, which scanners need, in modules (squares of the QR code). */
const QR_MARGIN = 4

/** QR code as a path for SVG or canvas. One unit is one module (square) of the code. */
interface QrPath {
  readonly size: number
  readonly path: string
}

function toQrPath(text: string): QrPath {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const pathParts: string[] = []
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const start = x
      while (x < size && data[y * size + x]) x++
      if (x > start) pathParts.push(`M${start + QR_MARGIN} ${y + QR_MARGIN}h${x - start}v1h${start - x}z`)
    }
  }
  return { size: size + 2 * QR_MARGIN, path: pathParts.join('') }
}
