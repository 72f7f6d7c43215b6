import { expect, type Locator, type Page } from '@playwright/test'
import type { Account } from '../fixtures/accounts.ts'

export class LoginPage {
  readonly page: Page
  readonly submit: Locator
  readonly terms: Locator
  readonly failure: Locator
  readonly password: Locator

  constructor(page: Page) {
    this.page = page
    // `:not([data-session])` is needed because a page with a session also contains the login form, hidden by
    // CSS. Until the CSS is loaded, that form would count as visible.
    this.submit = page.locator('html:not([data-session])').getByRole('button', { name: 'Log in' })
    this.terms = page.getByRole('checkbox', { name: 'I agree to the' })
    this.failure = page.getByRole('alert')
    this.password = page.getByLabel('Password', { exact: true })
  }

  findLoginField(area: Account['area']): Locator {
    return this.page.locator('#login-form').getByLabel(area === 'client' ? 'Client code' : 'Email')
  }

  async requestPasswordLink({ area, login }: Pick<Account, 'area' | 'login'>): Promise<void> {
    await this.page.getByRole('button', { name: 'Forgot password?' }).click()
    await this.page
      .getByLabel(area === 'client' ? 'Client code' : 'Email')
      .last()
      .fill(login)
    await this.page.getByRole('button', { name: 'Send me a link' }).click()
    await expect(
      this.page.getByText('If we know an email address for this account, a link is on its way to it.'),
    ).toBeVisible()
    await this.page.getByRole('button', { name: 'Back to the login' }).click()
  }

  async chooseNewPassword(password: string): Promise<void> {
    await this.page.getByLabel('New password', { exact: true }).fill(password)
    await this.page.getByLabel('Re-type new password').fill(password)
    await this.page.getByRole('button', { name: 'Save password' }).click()
    await this.page.getByRole('link', { name: 'Go to the login' }).click()
  }

  async logIn({ area, login, password }: Account): Promise<void> {
    await this.findLoginField(area).fill(login)
    await this.password.fill(password)
    await this.submit.click()
  }
}
