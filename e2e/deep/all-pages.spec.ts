import { SCREENS, test } from '../fixtures/test.ts'
import { checkByAxe, checkDoubleTextSize, checkStops, checkTable, setTextSize } from '../tour/check-stop.ts'
import { splitTours, RESIDENT_TOURS, TOURS } from '../tour/tours.ts'

const TABLE_WIDTHS = [SCREENS.desk.viewport.width, 900, 1200, 1366]
const STOPS_PER_TEST = 20

test.describe.configure({ mode: 'parallel' })

for (const tour of splitTours(RESIDENT_TOURS, STOPS_PER_TEST))
  test(`text of double size fits on a phone on every page of ${tour.name}`, async ({ visit }) => {
    const page = await visit({ on: 'phone', as: tour.as })
    await setTextSize(page, 32)
    await checkStops(page, tour, 'phone', checkDoubleTextSize)
  })

for (const screen of ['phone', 'desk'] as const)
  for (const tour of splitTours(TOURS, STOPS_PER_TEST))
    test(`axe finds nothing on a ${screen}, light and dark, on any page of ${tour.name}, and no table is cut`, async ({
      visit,
    }) => {
      const page = await visit({ on: screen, as: tour.as })
      await checkStops(page, tour, screen, async (stopContext) => {
        await checkByAxe(stopContext, 'all')
        if (screen === 'desk' && stopContext.stop.table) await checkTable(stopContext, TABLE_WIDTHS)
      })
    })
