import { type AreaName, RESIDENT } from '../fixtures/accounts.ts'
import { expect, SCREENS, test } from '../fixtures/test.ts'
import { findAxeViolations } from '../pages/find-axe-violations.ts'
import { findLayoutFaults } from '../pages/layout-faults.ts'
import { checkByAxe, checkDoubleTextSize, checkStops, checkTable, setTextSize } from '../tour/check-stop.ts'
import { TEMPLATES } from '../tour/templates.ts'
import { splitTours, getRepresentativeTours, TOURS } from '../tour/tours.ts'

const TABLE_WIDTHS = [SCREENS.desk.viewport.width, 900]
const STOPS_PER_TEST = 8
/** Areas whose pages are tested with text of double size (rules 15.5); undefined: pages without a login. */
const RESIDENT_AREAS: readonly (AreaName | undefined)[] = ['client', undefined]

test.describe.configure({ mode: 'parallel' })

test('each page template has one stop that represents it', () => {
  const representedTemplates = TOURS.flatMap(({ stops }) => stops)
    .filter(({ isRepresentative }) => isRepresentative)
    .map(({ template }) => template)
  expect(representedTemplates.toSorted()).toEqual(Object.keys(TEMPLATES).toSorted())
})

test('control: axe finds violations in the page and in an open dialog', async ({ visit }) => {
  const page = await visit({ on: 'desk' })
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')))
  expect(await findAxeViolations(page)).toEqual([expect.stringMatching(/^image-alt: /)])
  expect(await findAxeViolations(page, 'contrast')).toEqual([])
  await page.getByRole('button', { name: 'Terms and Conditions' }).click()
  expect(await findAxeViolations(page)).toEqual([])
  await page.locator('dialog[open]').evaluate((dialog) => dialog.append(document.createElement('img')))
  expect(await findAxeViolations(page)).toEqual([expect.stringMatching(/^image-alt: /)])
  await page.locator('dialog[open]').evaluate((dialog) => {
    const line = Object.assign(document.createElement('p'), { textContent: 'pale' })
    Object.assign(line.style, { color: '#ddd', background: '#fff' })
    dialog.append(line)
  })
  for (const checkedRows of ['all', 'first'] as const)
    expect(await findAxeViolations(page, 'contrast', checkedRows)).toEqual([
      expect.stringMatching(/^color-contrast: /),
    ])
})

test('with reduced motion a dialog is complete in its first frame', async ({ visit }) => {
  const page = await visit({ on: 'desk' })
  const opacity = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new MutationObserver(() => {
          const dialogContent = document.querySelector('dialog[open] > *')
          if (dialogContent) requestAnimationFrame(() => resolve(getComputedStyle(dialogContent).opacity))
        }).observe(document, { subtree: true, childList: true, attributes: true })
      }),
  )
  await page.getByRole('button', { name: 'Terms and Conditions' }).click()
  expect(await opacity).toBe('1')
})

test('control: text that is cut, leaves the screen or overlaps is found', async ({ visit }) => {
  const page = await visit({ on: 'phone' })
  expect(await findLayoutFaults(page)).toEqual([])
  await page.evaluate(() => {
    for (const [text, style] of [
      ['cut', 'width: 1ch; overflow: hidden; white-space: nowrap'],
      ['shortened', 'width: 3ch; overflow: hidden; white-space: nowrap; text-overflow: ellipsis'],
      ['far away', 'position: absolute; left: 380px; width: 9ch'],
      ['below', 'position: absolute; top: 0; left: 0; width: 9ch'],
      ['above', 'position: absolute; top: 0; left: 0; width: 9ch'],
    ]) {
      const line = document.createElement('p')
      Object.assign(line, { textContent: text, style })
      document.querySelector('main')?.append(line)
    }
  })
  expect(await findLayoutFaults(page)).toEqual([
    "'cut' is cut by p",
    "'far away' leaves the screen",
    "'below' lies over 'above'",
  ])
})

test('Logout is in sight on the desk of a resident', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: RESIDENT })
  await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
})

for (const tour of splitTours(getRepresentativeTours('phone'), STOPS_PER_TEST))
  test(`axe finds nothing on a phone, light and dark, on pages of ${tour.name}`, async ({ visit }) => {
    const page = await visit({ on: 'phone', as: tour.as })
    await checkStops(page, tour, 'phone', async (stopContext) => {
      await checkByAxe(stopContext, 'first')
      if (!RESIDENT_AREAS.includes(tour.as?.area)) return
      await checkDoubleTextSize(stopContext)
      await setTextSize(page, 16)
    })
  })

for (const tour of splitTours(getRepresentativeTours('desk'), STOPS_PER_TEST))
  test(`axe finds nothing on a desk, light and dark, on pages of ${tour.name}`, async ({ visit }) => {
    const page = await visit({ on: 'desk', as: tour.as })
    await checkStops(page, tour, 'desk', (stopContext) => checkByAxe(stopContext, 'first'))
  })

for (const tour of splitTours(getRepresentativeTours('table'), STOPS_PER_TEST))
  test(`tables fit on a desk and on an upright tablet, on pages of ${tour.name}`, async ({ visit }) => {
    const page = await visit({ on: 'desk', as: tour.as })
    await checkStops(page, tour, 'desk', (stopContext) => checkTable(stopContext, TABLE_WIDTHS))
  })
