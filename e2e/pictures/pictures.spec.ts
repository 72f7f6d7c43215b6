import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '../fixtures/test.ts'
import { arrive } from '../tour/arrive.ts'
import { LEGS } from '../tour/legs.ts'

const FOLDER = process.env.PICTURES_DIR ?? join(tmpdir(), 'tahanan-pictures')
/** Pictures that the README shows; they lie in docs/pictures. */
const KEPT: Readonly<Record<string, string>> = {
  'phone-light-tickets': 'resident-gate-pass-phone.png',
  'desk-light-admin-tickets': 'admin-gate-pass-desk.png',
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
