import { ADMIN, RESIDENT } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog } from '../../pages/dialogs.ts'
import { TicketList } from '../../pages/ticket-list.ts'

test('a pass is shown from the row of a table, and printed with what the gate checks', async ({
  visit,
  api,
}) => {
  const residentClient = await api(RESIDENT)
  const { id, ticketNumber } = await residentClient.file('workPermit', {
    items: [{ name: 'Ladder', quantity: 2 }],
  })
  await (await api(ADMIN)).change('workPermit', id, { status: 2 })
  const page = await visit({ on: 'desk', as: RESIDENT, to: '/permits' })
  await new TicketList(page).chooseAction(ticketNumber, 'Show pass')
  const passDialog = page.getByRole('dialog', { name: 'Work permit' })
  await expect(passDialog.getByText('Ladder (2)')).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  for (const passText of [ticketNumber, 'Boy Santos', 'Ladder (2)'])
    await expect(passDialog.getByText(passText)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Work Permits' })).toBeHidden()
})

test.describe('a pass', () => {
  test.use({ serviceWorkers: 'allow', permissions: ['clipboard-read', 'clipboard-write'] })

  test('of an approved visitor is shown, sent to the guest, kept without a connection, and ended', async ({
    visit,
    api,
    allowError,
  }) => {
    allowError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|Failed to (?:load|fetch)|fetching the script/)
    const name = 'Cora Guest'
    const { id } = await (await api(RESIDENT)).file('visitor', { visitorsName: name })
    await (await api(ADMIN)).change('visitor', id, { status: 2 })

    const page = await visit({ on: 'phone', as: RESIDENT, to: '/visitors' })
    const passItem = new TicketList(page).findItem(name)
    await passItem.getByRole('button', { name: 'Show pass' }).click()
    const passDialog = page.getByRole('dialog', { name: 'Visitor pass' })
    await expect(passDialog.getByRole('img', { name: 'QR code' })).toBeVisible()
    const code = await passDialog.locator('.code').innerText()
    const link = (await (await api(RESIDENT)).call<{ link: string }>('GET', `/pass/${id}`)).body.link

    const guestPage = await visit({ on: 'phone', to: '/healthz' })
    const requestedUrls: string[] = []
    guestPage.on('request', (request) => requestedUrls.push(request.url(), request.headers().referer ?? ''))
    await guestPage.goto(link)
    await expect(guestPage.locator('.code')).toHaveText(code)
    await expect(guestPage.getByRole('heading', { name: 'Visitor pass' })).toBeVisible()
    await expect(guestPage.locator('body')).not.toContainText(/A-101|Cora/)
    expect(requestedUrls.filter((url) => url.includes(link.split('#')[1]!) && !url.startsWith(link))).toEqual(
      [],
    )

    // Tests that the pass can be shown offline, because a phone may have no connection at the gate.
    await passDialog.getByRole('button', { name: 'Close' }).click()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('LAST_SEEN') ?? ''))
      .toContain(code.replace(' ', ''))
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.context().setOffline(true)
    await page.goto('/visitors')
    await passItem.getByRole('button', { name: 'Show pass' }).click()
    await expect(passDialog.locator('.code')).toHaveText(code)
    await page.context().setOffline(false)

    await passDialog.getByRole('button', { name: 'End this pass' }).click()
    await answerAlertDialog(page, 'End this pass?', 'End pass')
    await expect(passDialog.getByRole('heading', { name: 'This pass has ended' })).toBeVisible()
    await guestPage.reload()
    await expect(guestPage.getByRole('heading', { name: 'This pass has ended' })).toBeVisible()
    await expect(guestPage.locator('.code')).toBeHidden()
  })
})
