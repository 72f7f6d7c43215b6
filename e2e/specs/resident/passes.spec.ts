import { ADMIN, RESIDENT } from '../../fixtures/accounts.ts'
import { getDayFromNow } from '../../fixtures/days.ts'
import { createJpeg } from '../../fixtures/files.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findToast } from '../../pages/dialogs.ts'
import { TicketForm } from '../../pages/ticket-form.ts'
import { TicketList } from '../../pages/ticket-list.ts'

test.use({ serviceWorkers: 'allow', permissions: ['clipboard-read', 'clipboard-write'] })

test('a visitor is announced with an identity card; the pass is shown, sent to the guest, kept without a connection, and ended', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|Failed to (?:load|fetch)|fetching the script/)
  const residentClient = await api(RESIDENT)
  const page = await visit({ on: 'phone', as: RESIDENT, to: '/visitors' })
  const name = 'Celia Ramos'
  await page.getByRole('button', { name: 'Add visitor pass' }).click()
  const form = new TicketForm(page, 'Add visitor pass')
  await form.fillText('Visitors Name', name)
  await form.fillText('Address', '4 Mabini St., Pasig')
  await form.chooseOption('Female')
  await form.fillText('Phone Number', '0917555')
  await form.fillText('Email', 'celia@mail.test')
  await form.setDate('Date of Visit', `${getDayFromNow(1)}T15:00`)
  await form.fillText('Purpose of Visit', 'Birthday')
  await form.attachFiles('Valid ID', await createJpeg('id.jpg', 90))
  await form.submit()
  await expect(form.dialog.getByText('Phone number should be 11 digits')).toBeVisible()
  await form.fillText('Phone Number', '09175550123')
  await form.submit()
  await expect(findToast(page, 'Visitor added successfully.')).toBeVisible()
  const passItem = new TicketList(page).findItem(name)
  await expect(passItem).toBeVisible()

  const { data } = (
    await residentClient.call<{ data: { id: number }[] }>('GET', '/visitors?searchTerm=Celia')
  ).body
  const id = data[0]?.id ?? 0
  await (await api(ADMIN)).change('visitor', id, { status: 2 })
  await passItem.getByRole('button', { name: 'Show pass' }).click()
  const passDialog = page.getByRole('dialog', { name: 'Visitor pass' })
  await expect(passDialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  const code = await passDialog.locator('.code').innerText()
  const { link } = (await residentClient.call<{ link: string }>('GET', `/pass/${id}`)).body

  const guestPage = await visit({ on: 'phone', to: '/healthz' })
  const requestedUrls: string[] = []
  guestPage.on('request', (request) => requestedUrls.push(request.url(), request.headers().referer ?? ''))
  await guestPage.goto(link)
  await expect(guestPage.locator('.code')).toHaveText(code)
  await expect(guestPage.getByRole('heading', { name: 'Visitor pass' })).toBeVisible()
  await expect(guestPage.locator('body')).not.toContainText(/A-101|Celia/)
  expect(requestedUrls.filter((url) => url.includes(link.split('#')[1]!) && !url.startsWith(link))).toEqual(
    [],
  )

  // The pass must also open offline, because the phone may have no connection at the gate.
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
