import { ADMIN } from '../../fixtures/accounts.ts'
import { getDayFromNow } from '../../fixtures/days.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findToast } from '../../pages/dialogs.ts'
import { RecordModal } from '../../pages/record-modal.ts'
import { TicketForm } from '../../pages/ticket-form.ts'
import { TicketList } from '../../pages/ticket-list.ts'

test('the office files a work service for a tenant, which is in the Services list, and takes its next step', async ({
  visit,
}) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/services' })
  const ticketList = new TicketList(page)
  await ticketList.waitForRows()
  await page.getByRole('button', { name: 'Add work service' }).click()
  const form = new TicketForm(page, 'Add permit')
  await form.pickTenant('A-104', /\(A-104\)/)
  await form.fillText('Work Service For', 'Window cleaning')
  await form.fillText('Work Area', 'Balcony')
  await form.fillText('Purpose', 'Before the rains')
  const day = getDayFromNow(3)
  await form.typeDate('Date From', day)
  await form.typeDate('Date To', day)
  await form.fillText('Name of worker 1', 'Clear View')
  await form.fillText('Information of worker 1', 'Two people')
  const serviceResponsePromise = page.waitForResponse((response) => response.url().endsWith('/api/service'))
  await form.submit()
  await expect(findToast(page, 'Service added successfully.')).toBeVisible()

  const { ticketNumber } = (await (await serviceResponsePromise).json()) as { ticketNumber: string }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await ticketList.openTicket(ticketNumber)
  const recordModal = new RecordModal(page, ticketNumber)
  await expect(recordModal.dialog.getByRole('textbox', { name: 'Work Service For' })).toHaveValue(
    'Window cleaning',
  )
  await recordModal.setStatus('ONGOING')
  await recordModal.submit()
  await expect(findToast(page, 'Service edited successfully.')).toBeVisible()
  await expect(ticketList.findItem(ticketNumber)).toContainText('ONGOING')
})
