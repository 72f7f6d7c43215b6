import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { OpenPass, Pass } from '@tahanan/contract/gate/answers.ts'
import { moduleNamed } from '@tahanan/contract/tickets/index.ts'
import { getPassEnd, toPassHours, type GatePassRow } from './gate-pass-row.ts'
import { qrPath } from './qr-path.ts'

/** Presents a ticket's pass for its resident and for who may scan. */
export const presentPass = (
  row: GatePassRow,
  { link, howToGetIn }: Pick<Pass, 'link' | 'howToGetIn'>,
): Pass => ({
  code: row.code,
  link,
  qr: qrPath(link),
  ...toPassHours(row),
  people: row.people,
  came: row.came,
  entries: row.entries,
  endedAt: getPassEnd(row)?.toISOString() ?? null,
  endReason: getPassEnd(row) && row.end_reason,
  howToGetIn,
})

/** Presents a pass for the holder of its link: nothing of the resident, and no code after its end. */
export function presentOpenPass(
  row: GatePassRow,
  { link, ...more }: Pick<OpenPass, 'community' | 'timeZone' | 'howToGetIn'> & { link: string },
): OpenPass {
  const ended = getPassEnd(row) !== null || row.valid_to < new Date()
  const kind = row.module === null ? '' : capitalize(moduleNamed(row.module).noun.one)
  return {
    ...more,
    kind,
    code: ended ? '' : row.code,
    qr: ended ? null : qrPath(link),
    ...toPassHours(row),
    ended,
  }
}
