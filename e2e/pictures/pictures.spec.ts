import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, ADMIN, GATE_ACCOUNT, RESIDENT } from '../fixtures/accounts.ts'
import { type Screen, test } from '../fixtures/test.ts'
import { goToStop, waitUntilPageLoaded } from '../tour/go-to-stop.ts'
import { openVerdict } from '../tour/open-panels.ts'
import { splitTours, TOURS } from '../tour/tours.ts'

const FOLDER = process.env.PICTURES_DIR ?? join(tmpdir(), 'tahanan-pictures')
const STOPS_PER_TEST = 20
const README_PICTURE = join(import.meta.dirname, '../../docs/pictures/tahanan.png')

for (const screen of ['phone', 'desk'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    for (const tour of splitTours(TOURS, STOPS_PER_TEST)) {
      test(`${tour.name} at a ${screen}, ${theme}`, async ({ visit }) => {
        const page = await visit({ on: screen, as: tour.as, theme })
        for (const stop of tour.stops) {
          await goToStop(page, stop, screen)
          const name = `${screen}-${theme}-${stop.name}`
          await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' })
        }
        console.log(`${tour.name} at a ${screen}, ${theme}: ${FOLDER}`)
      })
    }
  }
}

test('the picture of the README', async ({ browser, visit }) => {
  const takeScreenshot = async (
    screen: Screen,
    account: Account,
    to: string,
    openPanel?: typeof openVerdict,
  ): Promise<string> => {
    const page = await visit({ on: screen, as: account, to })
    await waitUntilPageLoaded(page)
    await openPanel?.(page)
    const screenshot = await page.screenshot({ animations: 'disabled' })
    return `<img class="${screen}" src="data:image/png;base64,${screenshot.toString('base64')}">`
  }
  const screenshots = [
    await takeScreenshot('desk', ADMIN, '/admin/desk'),
    await takeScreenshot('phone', RESIDENT, '/'),
    await takeScreenshot('phone', GATE_ACCOUNT, '/admin/gate', openVerdict),
  ]
  // Uses a blank page, because the content security policy of a portal page would block the screenshots.
  const page = await browser.newPage({ viewport: { width: 1600, height: 800 } })
  await page.setContent(`<style>
    body { margin: 0; height: 100vh; background: #e9e5dc; position: relative }
    img { position: absolute; box-shadow: 0 0 0 1px #d9d1c2, 0 24px 64px #1e282233 }
    .desk { left: 40px; top: 40px; width: 1120px; border-radius: 14px }
    .phone { bottom: 40px; width: 280px; border-radius: 28px }
    .phone:nth-of-type(2) { right: 350px }
    .phone:nth-of-type(3) { right: 40px }
  </style>${screenshots.join('')}`)
  await page.screenshot({ path: README_PICTURE })
  await page.close()
})
