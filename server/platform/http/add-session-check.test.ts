import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { buildApp } from '#boot/app.ts'
import { createSessionStore } from '#features/sessions/find-session.ts'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { createCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createLogger } from '../log/create-logger.ts'
import { addSessionCheck } from './add-session-check.ts'
import type { PortalApp } from './portal-app.ts'

const portal = await openTestPortal()

test('a server with a route without a policy does not start', () => {
  const app = fastify().withTypeProvider<TypeBoxTypeProvider>() as PortalApp
  addSessionCheck(app, portal.services, createSessionStore(portal.db))
  expect(() => app.get('/open-by-mistake', () => 'x')).toThrow('GET /open-by-mistake names no policy')
})

test('the log has route, status and area of a call, but no tokens, passwords, bodies or searches', async () => {
  let lines = ''
  const log = createLogger({ logLevel: 'info' }, { write: (line) => void (lines += line) })
  const app = await buildApp({ ...portal.services, log })
  const admin = await portal.as('admin')
  await createCaller(app, admin.token).get('/tenants?searchTerm=Private-Name')
  await createCaller(app).post('/login', { clientCode: 'CODE-77', password: TEST_PASSWORD })
  log.error(
    { err: Object.assign(new Error('x'), { detail: 'Key (email)=(a@b.test)' }), token: admin.token },
    'broken',
  )
  await app.close()
  expect(lines).toContain('"route":"/api/tenants","status":200')
  expect(lines).toContain('"area":"admin"')
  for (const secret of [admin.token, 'Private-Name', 'CODE-77', TEST_PASSWORD, 'a@b.test'])
    expect(lines).not.toContain(secret)
})
