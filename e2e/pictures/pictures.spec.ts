import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '../fixtures/test.ts'
import { goToStop } from '../tour/go-to-stop.ts'
import { cutTours, TOURS } from '../tour/tours.ts'

const FOLDER = process.env.PICTURES_DIR ?? join(tmpdir(), 'tahanan-pictures')
const STOPS_OF_A_TEST = 20
/** Pictures of the README, stored in docs/pictures. */
const README_PICTURES: Readonly<Record<string, string>> = {
  'phone-light-tickets': 'resident-gate-pass-phone.png',
  'desk-light-admin-tickets': 'admin-gate-pass-desk.png',
}

for (const screen of ['phone', 'desk'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    for (const tour of cutTours(TOURS, STOPS_OF_A_TEST)) {
      test(`${tour.name} at a ${screen}, ${theme}`, async ({ visit }) => {
        const page = await visit({ on: screen, as: tour.as, theme })
        for (const stop of tour.stops) {
          await goToStop(page, stop, screen)
          const name = `${screen}-${theme}-${stop.name}`
          await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' })
          const fileName = README_PICTURES[name]
          if (fileName) {
            const path = join(import.meta.dirname, '../../docs/pictures', fileName)
            await page.screenshot({ path, animations: 'disabled' })
          }
        }
        console.log(`${tour.name} at a ${screen}, ${theme}: ${FOLDER}`)
      })
    }
  }
}
