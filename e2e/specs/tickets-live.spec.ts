import { ADMIN, RESIDENT } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findToast } from '../pages/dialogs.ts'
import { pressTwice } from '../pages/presses.ts'
import { RecordModal } from '../pages/record-modal.ts'
import { TicketForm } from '../pages/ticket-form.ts'
import { TicketList } from '../pages/ticket-list.ts'

test.describe.configure({ mode: 'parallel' })

test('a resident files a job order, once by two presses, changes it and deletes it', async ({ visit }) => {
  const page = await visit({ on: 'phone', as: RESIDENT, to: '/service-requests' })
  const ticketList = new TicketList(page)
  await page.getByRole('button', { name: 'Add job order' }).click()
  const form = new TicketForm(page, 'Add job order')
  await form.submit()
  await expect(form.dialog.getByText('Please input your title!')).toBeVisible()
  await expect(form.dialog.getByText('Please input your description!')).toBeVisible()
  await expect(form.dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await form.fillText('Title', 'Bathroom light flickers')
  await form.fillText('Description', 'It goes off for a second every few minutes.')
  await pressTwice(form.dialog.getByRole('button', { name: /^Submit/ }))
  await expect(findToast(page, 'Request added successfully.')).toBeVisible()
  await expect(ticketList.findItem('Bathroom light flickers')).toContainText('FOR APPROVAL')
  await expect(ticketList.findItem('Bathroom light flickers')).toHaveCount(1)

  await ticketList.openTicket('Bathroom light flickers')
  const recordDialog = page.getByRole('dialog', { name: 'Job Orders' })
  await recordDialog.getByRole('button', { name: 'Edit job order' }).click()
  const editForm = new TicketForm(page, 'Edit job order')
  await editForm.fillText('Title', 'Bathroom light is out')
  await editForm.dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(findToast(page, 'Request edited successfully.')).toBeVisible()
  await recordDialog.getByRole('button', { name: 'Close' }).click()
  await expect(ticketList.findItem('Bathroom light is out')).toHaveCount(1)

  await ticketList.chooseAction('Bathroom light is out', 'Delete')
  await answerAlertDialog(page, 'Do you want to delete this item?', 'Delete')
  await expect(findToast(page, 'Request deleted successfully.')).toBeVisible()
  await expect(ticketList.findItem('Bathroom light is out')).toBeHidden()
})

test('a new ticket appears on the office’s open list, and decisions on the resident’s, at once', async ({
  visit,
  api,
}) => {
  const resident = await api(RESIDENT)
  const residentPage = await visit({ on: 'phone', as: RESIDENT, to: '/tickets' })
  const adminPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets' })
  const [residentList, adminList] = [new TicketList(residentPage), new TicketList(adminPage)]
  for (const list of [residentList, adminList]) await list.waitForRows()
  await expect(adminPage.getByText('Live', { exact: true })).toBeVisible()
  await residentPage.evaluate(() => Object.assign(window, { neverReloaded: true }))

  const deletedTicket = await resident.file('gatePass', { bearerName: 'Seen at once' })
  const [first, second] = [
    await resident.file('gatePass', { bearerName: 'Live One' }),
    await resident.file('gatePass', { bearerName: 'Live Two' }),
  ]
  await expect(adminList.findItem(deletedTicket.ticketNumber)).toContainText('FOR APPROVAL')
  await resident.call('DELETE', `/ticket/${deletedTicket.id}`)
  await expect(adminList.findItem(deletedTicket.ticketNumber)).toBeHidden()

  const notificationsButton = residentPage.getByRole('button', { name: /^Notifications/ })
  const countUnread = async (): Promise<number> =>
    (await resident.call<{ count: number }>('GET', `/client-notif-count/${first.tenant.id}`)).body.count
  const fetchReadFlags = async (): Promise<number[]> => {
    const { body } = await resident.call<{ data: { message: string; isRead: number }[] }>(
      'GET',
      `/client-notif/${first.tenant.id}?page=1&limit=30`,
    )
    const ticketNumbers = [first.ticketNumber, second.ticketNumber]
    return body.data
      .filter(({ message }) => ticketNumbers.some((number) => message.includes(number)))
      .map(({ isRead }) => isRead)
  }
  const decideTicket = async (ticketNumber: string, statusLabel: string, pastVerb: string): Promise<void> => {
    await adminList.openTicket(ticketNumber)
    const recordModal = new RecordModal(adminPage, ticketNumber)
    await recordModal.setStatus(statusLabel)
    await recordModal.fillRemarks(`Now ${pastVerb}`)
    await recordModal.submit()
    await expect(findToast(adminPage, 'Gate Pass edited successfully.').last()).toBeVisible()
    await expect(residentList.findItem(ticketNumber)).toContainText(statusLabel)
    await expect(residentList.findItem(ticketNumber)).toContainText(`Just updated: ${pastVerb}`)
    await expect(recordModal.dialog).toBeHidden()
  }
  await decideTicket(first.ticketNumber, 'APPROVED', 'approved')
  await decideTicket(second.ticketNumber, 'REJECTED', 'rejected')
  // Compares with the unread count of the server, because other tests may send notifications at any time.
  const isServerCountShown = async (): Promise<boolean> => {
    const count = await countUnread()
    const name = count === 0 ? 'Notifications' : `Notifications, ${count} unread`
    return (await notificationsButton.getAttribute('aria-label')) === name
  }
  await expect.poll(isServerCountShown).toBe(true)
  expect(await fetchReadFlags()).toEqual([0, 0])
  expect(await residentPage.evaluate(() => 'neverReloaded' in window)).toBe(true)

  await residentList
    .findItem(first.ticketNumber)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await expect(residentPage.getByRole('menuitem', { name: 'Unable to delete' })).toBeDisabled()
  await residentPage.getByRole('menuitem', { name: 'View' }).click()
  const recordDialog = residentPage.getByRole('dialog', { name: 'Gate Pass' })
  await expect(recordDialog.getByText('Approved', { exact: true })).toBeVisible()
  await expect(recordDialog.getByRole('button', { name: /Edit/ })).toHaveCount(0)
  await recordDialog.getByRole('button', { name: 'Close' }).first().click()

  await notificationsButton.click()
  const latestNotification = residentPage
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: second.ticketNumber })
    .first()
  await expect(latestNotification).toContainText('rejected')
  await latestNotification.getByRole('button').click()
  await residentPage.getByRole('dialog').getByRole('button', { name: 'View' }).click()
  await expect(recordDialog).toContainText(second.ticketNumber)
  await expect(recordDialog).toContainText('Now rejected')
  await expect.poll(fetchReadFlags).toEqual([1, 0])
  await recordDialog.getByRole('button', { name: 'Close' }).first().click()
  await notificationsButton.click()
  await residentPage.getByRole('button', { name: 'Mark these as read' }).click()
  await expect.poll(fetchReadFlags).toEqual([1, 1])
  await expect.poll(isServerCountShown).toBe(true)
})
