import { hash } from 'node:crypto'
import { createUnsubscribeLinks } from '@tahanan/server/features/delivery-choices/unsubscribe-links.ts'
import { createToken } from '@tahanan/server/features/sessions/passwords/create-token.ts'
import { createSession } from '@tahanan/server/features/sessions/sessions.ts'
import {
  TEST_PASSWORD,
  createTestAdmin,
  createTestSuperAdmin,
  createTestTenant,
} from '@tahanan/server/testing/accounts.ts'
import type { AccessCases, AllowedCallers } from '../access-case.ts'
import { createUniqueCode, type TestAccounts } from '../test-accounts.ts'

const EVERYBODY_LOGGED_IN: AllowedCallers = {
  residents: 'all',
  administrators: 'all',
  superAdministrators: true,
}
const password = TEST_PASSWORD

async function createPasswordLink({ portal }: TestAccounts) {
  const tenant = await createTestTenant(portal.db)
  return { token: await createToken(portal.db, 'client', tenant.id, 1), tenant }
}

async function createUnsubscribeLink({ portal: { db } }: TestAccounts) {
  const { id, email } = await createTestTenant(db)
  const reader = { area: 'client', id } as const
  return { token: await createUnsubscribeLinks(db).createToken({ reader, kinds: ['payment'] }, email) }
}

/** Expected access to login, logout, and the caller's own account (rules 1.8). */
export const sessionCases: AccessCases = {
  'POST /api/login': {
    isPublic: true,
    expectedStatus: 200,
    prepare: async ({ portal }) => ({
      body: { clientCode: (await createTestTenant(portal.db)).clientCode, password },
    }),
  },
  'POST /api/login/admin': {
    isPublic: true,
    expectedStatus: 200,
    prepare: async ({ portal }) => ({ body: { email: (await createTestAdmin(portal.db)).email, password } }),
  },
  'POST /api/login/super-admin': {
    isPublic: true,
    expectedStatus: 200,
    prepare: async ({ portal }) => ({
      body: { email: (await createTestSuperAdmin(portal.db)).email, password },
    }),
  },
  'POST /api/forgot-password/{area}': {
    isPublic: true,
    expectedStatus: 200,
    // Uses an unknown login, so that the call sends no mail.
    prepare: () => ({ path: { area: 'client' }, body: { login: createUniqueCode('nobody') } }),
  },
  'POST /api/choose-password/owner': {
    isPublic: true,
    changes: false,
    expectedStatus: 200,
    prepare: async (accounts) => {
      const { token, tenant } = await createPasswordLink(accounts)
      return { body: { token }, expectedText: tenant.clientCode }
    },
  },
  'POST /api/choose-password': {
    isPublic: true,
    expectedStatus: 200,
    prepare: async (accounts) => {
      const { token } = await createPasswordLink(accounts)
      return { body: { token, password: 'staple-battery-2', password_confirmation: 'staple-battery-2' } }
    },
  },
  'POST /api/logout': { ...EVERYBODY_LOGGED_IN, expectedStatus: 200 },
  // Needs no login: a caller who knows the hash of a session's token can only end that session (rules 1.34).
  'POST /api/ended-session': {
    isPublic: true,
    expectedStatus: 200,
    prepare: async ({ portal: { db } }) => {
      const { token } = await createSession(db, 'client', (await createTestTenant(db)).id)
      return { body: { session: hash('sha256', token) } }
    },
  },
  'GET /api/me': { ...EVERYBODY_LOGGED_IN, prepare: (_, me) => ({ expectedText: `"id":${me.id}` }) },
  // Choices of the caller: which mails and push messages they want (rules 23.40).
  'GET /api/delivery-choices': { residents: 'all', administrators: 'all' },
  'PUT /api/delivery-choices': {
    residents: 'all',
    administrators: 'all',
    prepare: () => ({ body: { choices: { message: { mail: 'off', push: true } }, quietFrom: '20:30' } }),
  },
  'GET /api/unsubscribe/{token}': {
    isPublic: true,
    prepare: async (accounts) => ({
      path: await createUnsubscribeLink(accounts),
      expectedText: 'your payments',
    }),
  },
  'POST /api/unsubscribe/{token}': {
    isPublic: true,
    expectedStatus: 200,
    prepare: async (accounts) => ({ path: await createUnsubscribeLink(accounts) }),
  },
  'DELETE /api/unsubscribe/{token}': {
    isPublic: true,
    prepare: async (accounts) => ({ path: await createUnsubscribeLink(accounts) }),
  },
  'PUT /api/change-password': {
    ...EVERYBODY_LOGGED_IN,
    prepare: () => ({
      body: { oldPassword: password, newPassword: 'staple-battery-2', reNewPassword: 'staple-battery-2' },
    }),
  },
  'GET /api/sessions': {
    ...EVERYBODY_LOGGED_IN,
    prepare: (_, me) => ({ expectedText: `"id":${me.sessionId}` }),
  },
  'DELETE /api/sessions': {
    ...EVERYBODY_LOGGED_IN,
    prepare: async ({ portal }, me) => {
      await portal.logIn(me.area, me.account)
      return {}
    },
  },
  'DELETE /api/sessions/{id}': {
    residents: 'owner',
    administrators: 'owner',
    superAdministrators: true,
    prepare: async ({ portal }, me) => ({
      path: { id: (await portal.logIn(me.area, me.account)).sessionId },
    }),
  },
}
