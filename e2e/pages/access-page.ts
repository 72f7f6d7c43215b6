import { expect, type Locator, type Page } from '@playwright/test'
import { createRoles } from '@tahanan/contract/permissions.ts'
import type { Account } from '../fixtures/accounts.ts'
import type { ApiClient } from '../fixtures/api-client.ts'
import { findToast } from './dialogs.ts'

type Grants = Parameters<typeof createRoles>[0]

export async function addAdministrator(
  superAdminClient: ApiClient,
  { login: email, password }: Account,
  grants?: Grants,
  name = 'Noel Abad',
): Promise<number> {
  const [firstName = '', lastName = ''] = name.split(' ')
  const { status, body } = await superAdminClient.call<{ id: number }>('POST', '/user-admin', {
    name,
    firstName,
    lastName,
    email,
    password,
    password_confirmation: password,
    status: 1,
    roles: grants && createRoles(grants),
  })
  if (status !== 201) throw new Error(`POST /user-admin: ${status} ${JSON.stringify(body)}`)
  return body.id
}

export class AccessPage {
  readonly dialog: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: 'Manage Access' })
  }

  findRow(email: string): Locator {
    return this.page.locator('tbody tr').filter({ hasText: email })
  }

  async fillForm(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
    for (const [field, value] of Object.entries(values))
      await form.locator(`[data-field="${field}"] input`).fill(value)
  }

  async openAccessDialog(email: string): Promise<void> {
    await this.findRow(email)
      .getByRole('button', { name: /^Manage Access/ })
      .click()
    await expect(this.dialog).toBeVisible()
  }

  findSwitch(page: string, flag: string): Locator {
    return this.dialog
      .getByRole('group', { name: page, exact: true })
      .getByRole('switch', { name: flag, exact: true })
  }

  async saveRoles(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Update Roles' }).click()
    await expect(findToast(this.page, 'Admin edited successfully.').last()).toBeVisible()
    await expect(this.dialog).toBeHidden()
  }
}
