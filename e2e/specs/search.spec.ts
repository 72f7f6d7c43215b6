import { RESIDENT } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'

test('the search asks once typing pauses, not for each letter', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: RESIDENT, to: '/services' })
  const requestedTerms: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/search') requestedTerms.push(searchParams.get('searchTerm'))
  })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const searchBox = page.getByRole('combobox', { name: /^Search/ })
  await expect(searchBox).toBeFocused()
  await page.clock.install()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  for (const letter of 'gym') {
    await searchBox.press(letter)
    await page.clock.runFor(200)
  }
  await page.clock.runFor(200)
  await page.clock.resume()
  await expect.poll(() => requestedTerms).toEqual(['gym'])
})

test('the search finds a post and a ticket, and opens them by keyboard', async ({ visit, api }) => {
  const ticket = await (await api(RESIDENT)).file('jobOrder', { title: 'The rubber floor came off' })
  const page = await visit({ on: 'desk', as: RESIDENT, to: '/services' })
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await page.keyboard.press('/')
  const searchBox = page.getByRole('combobox', { name: /^Search/ })
  await searchBox.fill('rubber floor')
  const resultOptions = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await expect(resultOptions).toHaveCount(2)
  await page.getByRole('option', { name: /new treadmills/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Gym renewed/)
  await page.keyboard.press('Control+k')
  await searchBox.fill('treadmills')
  await expect(resultOptions).toHaveCount(1)
  await searchBox.fill(ticket.ticketNumber)
  await searchBox.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('The rubber floor came off')
})
