import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDemoInstallation, type TestInstallation } from '#platform/backup/testing.ts'
import { serveTestPortal } from '#testing/served-portal.ts'
import { DEMO_LOGINS } from '../logins.ts'
import { removeDemo } from './remove-demo.ts'

let demoInstallation: TestInstallation
beforeAll(async () => {
  demoInstallation = await createDemoInstallation()
  // Closes the database connections. The removal would take open ones for a running portal and refuse to
  // start.
  await demoInstallation.db.destroy()
})
afterAll(() => demoInstallation.close())

async function startPortalOfDemo(env: Record<string, string>) {
  const { url, stop } = await serveTestPortal(demoInstallation, env)
  const logIn = async ({ area, login, password }: { area: string; login: string; password: string }) => {
    const path = area === 'client' ? 'login' : `login/${area}`
    const loginResponse = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(area === 'client' ? { clientCode: login, password } : { email: login, password }),
    })
    return loginResponse.status
  }
  return { logIn, stop }
}

test('a portal without DEMO=true refuses to start on a demo community', async () => {
  await expect(startPortalOfDemo({ NODE_ENV: 'production' })).rejects.toThrow(
    /holds the demo community[^]*npm run remove-demo/,
  )
  await expect(startPortalOfDemo({ DEMO: 'false' })).rejects.toThrow('npm run remove-demo')
})

test('a portal with DEMO=true starts, also in production, and all demo logins work', async () => {
  const { logIn, stop } = await startPortalOfDemo({ NODE_ENV: 'production', DEMO: 'true' })
  for (const login of DEMO_LOGINS) expect(await logIn(login), login.login).toBe(200)
  await stop()
})

test('after a removal no demo login works, and the first start makes a super-administrator', async () => {
  await removeDemo(demoInstallation)
  const { logIn, stop } = await startPortalOfDemo({
    NODE_ENV: 'production',
    SUPER_ADMIN_EMAIL: 'owner@example.test',
    SUPER_ADMIN_PASSWORD: 'from-the-environment',
  })
  onTestFinished(stop)
  for (const login of DEMO_LOGINS) expect(await logIn(login), login.login).toBe(401)
  expect(
    await logIn({ area: 'super-admin', login: 'owner@example.test', password: 'from-the-environment' }),
  ).toBe(200)
})
