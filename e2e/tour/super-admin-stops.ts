import { expect } from '@playwright/test'
import { waitForEditor, openFirstRecord, openMenu, submitEmptyForm, waitForSwitches } from './open-panels.ts'
import type { TourStop } from './stop.ts'

export const SUPER_ADMIN_STOPS: readonly TourStop[] = [
  { name: 'super-admin-website', to: '/super-admin', template: 'office settings' },
  { name: 'super-admin-menu', to: '/super-admin', template: 'office menu', preparePage: openMenu },
  { name: 'super-admin-administrators', to: '/super-admin/utilities', template: 'administrators' },
  {
    name: 'super-admin-administrators-add',
    to: '/super-admin/utilities?modal=true',
    template: 'office form',
    preparePage: submitEmptyForm,
  },
  {
    name: 'super-admin-administrators-record',
    to: '/super-admin/utilities?modal=true&serviceId=2',
    template: 'office form',
  },
  {
    name: 'super-admin-access',
    to: '/super-admin/utilities?access=2',
    template: 'access',
    preparePage: waitForSwitches,
  },
  { name: 'super-admin-bank-accounts', to: '/super-admin/utilities?tab=bank-accounts', template: 'section' },
  {
    name: 'super-admin-bank-accounts-add',
    to: '/super-admin/utilities?tab=bank-accounts&modal=true',
    template: 'small form',
    preparePage: submitEmptyForm,
  },
  { name: 'super-admin-database', to: '/super-admin/utilities?tab=database', template: 'office settings' },
  {
    name: 'super-admin-database-reset',
    to: '/super-admin/utilities?tab=database',
    template: 'small form',
    preparePage: async (page) => {
      await page.getByRole('button', { name: 'Reset Database' }).click()
      await expect(page.getByLabel('Your password')).toBeVisible()
    },
  },
  {
    name: 'super-admin-diagnostics',
    to: '/super-admin/utilities?tab=diagnostics',
    template: 'office settings',
  },
  {
    name: 'super-admin-mobile',
    to: '/super-admin/utilities?tab=mobile-settings',
    template: 'office settings',
  },
  {
    name: 'super-admin-mobile-home',
    to: '/super-admin/utilities?tab=mobile-settings',
    template: 'office settings',
    preparePage: async (page) => {
      await page.getByRole('radio', { name: 'Home' }).check({ force: true })
      await expect(page.getByRole('img', { name: 'Preview of the app, Home' })).toBeVisible()
    },
  },
  {
    name: 'super-admin-terms',
    to: '/super-admin/terms-and-conditions',
    template: 'editor',
    preparePage: waitForEditor,
  },
  {
    name: 'super-admin-privacy-notice',
    to: '/super-admin/privacy-notice',
    template: 'editor',
    preparePage: waitForEditor,
  },
  {
    name: 'super-admin-privacy-notice-versions',
    to: '/super-admin/privacy-notice-versions',
    template: 'office list',
    table: true,
  },
  {
    name: 'super-admin-privacy-notice-version',
    to: '/super-admin/privacy-notice-versions',
    template: 'record',
    preparePage: openFirstRecord,
  },
  {
    name: 'super-admin-privacy-notice-views',
    to: '/super-admin/privacy-notice-views',
    template: 'office list',
  },
  {
    name: 'super-admin-personal-data',
    to: '/super-admin/personal-data',
    template: 'record of processing',
    isRepresentative: true,
    table: true,
  },
  { name: 'super-admin-audit', to: '/super-admin/audit-log', template: 'audit log', isRepresentative: true },
  {
    name: 'super-admin-audit-entry',
    to: '/super-admin/audit-log',
    template: 'record',
    preparePage: openFirstRecord,
  },
  { name: 'super-admin-account', to: '/super-admin/account', template: 'account' },
  { name: 'super-admin-not-found', to: '/super-admin/404', template: 'not found' },
]
