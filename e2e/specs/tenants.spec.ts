import { ADMIN, createResidentAccount } from '../fixtures/accounts.ts'
import { createJpeg } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'
import { TicketForm } from '../pages/ticket-form.ts'

const TENANTS_PATH = '/admin/tenants'

test('a tenant is added with a picture and a password, logs in with it, is edited, gets login details and is deleted', async ({
  visit,
  portal,
}) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: TENANTS_PATH })
  await page.getByRole('button', { name: 'Add tenant' }).click()
  const form = new TicketForm(page, 'Add tenant')
  await form.submit()
  await expect(form.dialog.getByText('Please input your Uocc name!')).toBeVisible()
  await expect(form.dialog.getByRole('textbox', { name: 'Uocc name' })).toBeFocused()

  await form.fillText('Client code', 'Q-701')
  for (const label of ['Uocc name', 'Uocc pers', 'Ubt name']) await form.fillText(label, 'Carmela Ocampo')
  for (const label of ['Uocc tel1', 'Uocc tel2']) await form.fillText(label, '0281234567')
  for (const line of [1, 2, 3, 4]) await form.fillText(`Ubaddln${line}`, `Line ${line}`)
  await form.fillText('Email', 'carmela@mail.test')
  await form.attachFiles('Image', await createJpeg('carmela.jpg'))
  const password = form.dialog.getByLabel('Password', { exact: true })
  await password.fill('short')
  await form.submit()
  await expect(form.dialog.getByText('The password needs at least 8 characters.')).toBeVisible()
  await password.fill('carmela-2026')
  await form.dialog.getByRole('button', { name: 'Show the password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await form.submit()
  await expect(findToast(page, 'Tenant added successfully.')).toBeVisible()

  const logIn = (code: string, secret: string): Promise<Response> =>
    fetch(`${portal}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientCode: code, password: secret }),
    })
  expect((await logIn('Q-701', 'carmela-2026')).status).toBe(200)
  const residentPage = await visit({ on: 'phone' })
  await new LoginPage(residentPage).terms.check()
  await new LoginPage(residentPage).logIn({ ...createResidentAccount('Q-701'), password: 'carmela-2026' })
  await expect(residentPage.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
  await expect(residentPage.getByLabel('You log in as')).toHaveValue('Q-701')

  const row = page.getByRole('row').filter({ hasText: 'Q-701' })
  await row.getByRole('button', { name: /^Edit/ }).click()
  const editForm = new TicketForm(page, 'Edit tenant')
  await expect(editForm.dialog.getByRole('button', { name: /^Open / })).toBeVisible()
  const sendButton = editForm.dialog.getByRole('button', { name: 'Send login details' })
  await editForm.fillText('Uocc pers', 'Mario Ocampo')
  await editForm.fillText('Email', 'mario@mail.test')
  await expect(sendButton).toBeDisabled()
  await expect(editForm.dialog.getByText('Submit the new email first.')).toBeVisible()
  await editForm.dialog.getByLabel('New password').fill('carmela-2027')
  await editForm.submit()
  await expect(findToast(page, 'Tenant edited successfully.')).toBeVisible()
  await expect(row).toContainText('Mario Ocampo')
  expect((await logIn('Q-701', 'carmela-2026')).status).toBe(401)
  expect((await logIn('Q-701', 'carmela-2027')).status).toBe(200)

  await page.getByRole('link', { name: 'Q-701', exact: true }).click()
  await sendButton.click()
  await expect(editForm.dialog.getByText('Sent to mario@mail.test.')).toBeVisible()
  await editForm.dialog.getByRole('button', { name: 'Close' }).first().click()

  await row.getByRole('button', { name: /^Delete/ }).click()
  await expect(findAlertDialog(page, 'Do you want to delete this item?')).toContainText(
    'stay readable to the office',
  )
  await answerAlertDialog(page, 'Do you want to delete this item?', 'Delete')
  await expect(findToast(page, 'Tenant deleted successfully.')).toBeVisible()
  await expect(row).toBeHidden()
  expect((await logIn('Q-701', 'carmela-2027')).status).toBe(401)
})
