import type { Locator, Page } from '@playwright/test'
import type { Account } from '../fixtures/accounts.ts'

/** The login of any area. */
export class LoginPage {
  readonly page: Page
  readonly submit: Locator
  readonly terms: Locator
  readonly failure: Locator
  readonly password: Locator

  constructor(page: Page) {
    this.page = page
    this.submit = page.getByRole('button', { name: 'Log in' })
    this.terms = page.getByRole('checkbox', { name: 'I agree to the' })
    this.failure = page.getByRole('alert')
    this.password = page.getByLabel('Password', { exact: true })
  }

  /** The field that says who: the client code of residents, the e-mail of the others. */
  who(area: Account['area']): Locator {
    return this.page.locator('#login-form').getByLabel(area === 'client' ? 'Client code' : 'Email')
  }

  /** Fills the form and sends it; the terms must be agreed to before, by residents. */
  async logIn({ area, login, password }: Account): Promise<void> {
    await this.who(area).fill(login)
    await this.password.fill(password)
    await this.submit.click()
  }
}
