import { expect } from '@playwright/test'
import {
  openSecondLoginStep,
  createButtonClick,
  openMailedLink,
  openSharedPass,
  openUnsubscribe,
} from './open-panels.ts'
import type { Stop } from './stop.ts'

export const LOGIN_STOPS: readonly Stop[] = [
  { name: 'login', to: '/', template: 'login', represents: true },
  {
    name: 'login-terms',
    to: '/',
    template: 'login dialog',
    represents: true,
    open: async (page) => {
      await page.getByRole('button', { name: 'Terms and Conditions' }).click()
      await expect(page.locator('#terms-text')).not.toHaveText('Loading…')
    },
  },
  {
    name: 'login-privacy-notice',
    to: '/',
    template: 'login dialog',
    open: async (page) => {
      await page.getByRole('button', { name: 'Privacy notice' }).click()
      await expect(page.locator('#notice-text')).not.toHaveText('Loading…')
    },
  },
  {
    name: 'open-return',
    to: '/billings/payments/dragonpay/message?path=open&txnid=DP-1&status=S',
    template: 'gateway return',
    represents: true,
  },
  { name: 'login-forgot', to: '/', template: 'login dialog', open: createButtonClick('Forgot password?') },
  { name: 'login-admin', to: '/admin', template: 'login' },
  { name: 'login-code', to: '/admin', template: 'login code', represents: true, open: openSecondLoginStep },
  { name: 'login-super-admin', to: '/super-admin', template: 'login' },
  { name: 'choose-password', to: '/', template: 'mailed link', represents: true, open: openMailedLink },
  { name: 'unsubscribe', to: '/', template: 'mailed link', open: openUnsubscribe },
  { name: 'shared-pass', to: '/', template: 'shared pass', represents: true, open: openSharedPass },
]
