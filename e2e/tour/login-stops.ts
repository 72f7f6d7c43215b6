import { expect } from '@playwright/test'
import {
  openSecondLoginStep,
  createButtonClick,
  openMailedLink,
  openSharedPass,
  openUnsubscribe,
} from './open-panels.ts'
import type { TourStop } from './stop.ts'

export const LOGIN_STOPS: readonly TourStop[] = [
  { name: 'login', to: '/', template: 'login', isRepresentative: true },
  {
    name: 'login-terms',
    to: '/',
    template: 'login dialog',
    isRepresentative: true,
    preparePage: async (page) => {
      await page.getByRole('button', { name: 'Terms and Conditions' }).click()
      await expect(page.locator('#terms-text')).not.toHaveText('Loading…')
    },
  },
  {
    name: 'login-privacy-notice',
    to: '/',
    template: 'login dialog',
    preparePage: async (page) => {
      await page.getByRole('button', { name: 'Privacy notice' }).click()
      await expect(page.locator('#notice-text')).not.toHaveText('Loading…')
    },
  },
  {
    name: 'open-return',
    to: '/billings/payments/dragonpay/message?path=open&txnid=DP-1&status=S',
    template: 'gateway return',
    isRepresentative: true,
  },
  {
    name: 'login-forgot',
    to: '/',
    template: 'login dialog',
    preparePage: createButtonClick('Forgot password?'),
  },
  { name: 'login-admin', to: '/admin', template: 'login' },
  {
    name: 'login-code',
    to: '/admin',
    template: 'login code',
    isRepresentative: true,
    preparePage: openSecondLoginStep,
  },
  { name: 'login-super-admin', to: '/super-admin', template: 'login' },
  {
    name: 'choose-password',
    to: '/',
    template: 'mailed link',
    isRepresentative: true,
    preparePage: openMailedLink,
  },
  { name: 'unsubscribe', to: '/', template: 'mailed link', preparePage: openUnsubscribe },
  {
    name: 'shared-pass',
    to: '/',
    template: 'shared pass',
    isRepresentative: true,
    preparePage: openSharedPass,
  },
]
