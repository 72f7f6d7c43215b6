import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '../fixtures/test.ts'
import { arrive, LEGS } from '../tour.ts'

const FOLDER = process.env.PICTURES_DIR ?? join(tmpdir(), 'tahanan-pictures')
/** Of the README: kept in the repository. */
const KEPT: Readonly<Record<string, string>> = {
  'phone-light-home': 'home.png',
  'phone-light-tickets': 'gate-passes.png',
  'phone-dark-tickets-ticket': 'gate-pass-dark.png',
  'desk-light-admin-tickets': 'office.png',
  'desk-light-admin-tickets-status': 'office-record.png',
}

for (const screen of ['phone', 'desk'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    for (const leg of LEGS) {
      test(`${leg.name} at a ${screen}, ${theme}`, async ({ visit }) => {
        test.setTimeout(leg.stops.length * 20_000)
        const page = await visit({ on: screen, as: leg.as, theme })
        for (const stop of leg.stops) {
          await arrive(page, stop, screen)
          const name = `${screen}-${theme}-${stop.name}`
          await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' })
          const kept = KEPT[name]
          if (kept) {
            const path = join(import.meta.dirname, '../../docs/pictures', kept)
            await page.screenshot({ path, animations: 'disabled' })
          }
        }
        console.log(`${leg.name} at a ${screen}, ${theme}: ${FOLDER}`)
      })
    }
  }
}
