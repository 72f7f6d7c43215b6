import { expect } from '@playwright/test'
import { waitForEditor, openFirst, openMenu, submitEmpty, waitForSwitches } from './open-panels.ts'
import type { Stop } from './stop.ts'

/** Pages of the super-administrator. */
export const SUPER_ADMIN_STOPS: readonly Stop[] = [
  { name: 'super-admin-website', to: '/super-admin' },
  { name: 'super-admin-menu', to: '/super-admin', open: openMenu },
  { name: 'super-admin-administrators', to: '/super-admin/utilities' },
  { name: 'super-admin-administrators-add', to: '/super-admin/utilities?modal=true', open: submitEmpty },
  { name: 'super-admin-administrators-record', to: '/super-admin/utilities?modal=true&serviceId=2' },
  { name: 'super-admin-access', to: '/super-admin/utilities?access=2', open: waitForSwitches },
  { name: 'super-admin-bank-accounts', to: '/super-admin/utilities?tab=bank-accounts' },
  {
    name: 'super-admin-bank-accounts-add',
    to: '/super-admin/utilities?tab=bank-accounts&modal=true',
    open: submitEmpty,
  },
  { name: 'super-admin-database', to: '/super-admin/utilities?tab=database' },
  {
    name: 'super-admin-database-reset',
    to: '/super-admin/utilities?tab=database',
    open: async (page) => {
      await page.getByRole('button', { name: 'Reset Database' }).click()
      await expect(page.getByLabel('Your password')).toBeVisible()
    },
  },
  { name: 'super-admin-mobile', to: '/super-admin/utilities?tab=mobile-settings' },
  {
    name: 'super-admin-mobile-home',
    to: '/super-admin/utilities?tab=mobile-settings',
    open: async (page) => {
      await page.getByRole('radio', { name: 'Home' }).check({ force: true })
      await expect(page.getByRole('img', { name: 'Preview of the app, Home' })).toBeVisible()
    },
  },
  { name: 'super-admin-terms', to: '/super-admin/terms-and-conditions', open: waitForEditor },
  { name: 'super-admin-audit', to: '/super-admin/audit-log' },
  { name: 'super-admin-audit-entry', to: '/super-admin/audit-log', open: openFirst },
  { name: 'super-admin-account', to: '/super-admin/account' },
  { name: 'super-admin-not-found', to: '/super-admin/404' },
]
