import { expect } from '@playwright/test'
import { askForCode, press, openMailedLink, openUnsubscribe } from './open-panels.ts'
import type { Stop } from './stop.ts'

/** Pages without a session. */
export const LOGIN_STOPS: readonly Stop[] = [
  { name: 'login', to: '/' },
  {
    name: 'login-terms',
    to: '/',
    open: async (page) => {
      await page.getByRole('button', { name: 'Terms and Conditions' }).click()
      await expect(page.locator('#terms-text')).not.toHaveText('Loading…')
    },
  },
  { name: 'open-return', to: '/billings/payments/dragonpay/message?path=open&txnid=DP-1&status=S' },
  { name: 'login-forgot', to: '/', open: press('Forgot password?') },
  { name: 'login-admin', to: '/admin' },
  { name: 'login-code', to: '/admin', open: askForCode },
  { name: 'login-super-admin', to: '/super-admin' },
  { name: 'choose-password', to: '/', open: openMailedLink },
  { name: 'unsubscribe', to: '/', open: openUnsubscribe },
]
