import { loadCommunityFile } from './load-community-file.ts'

/** Login of the demo. The portal prints it at its start (rules 11.17). */
interface DemoLogin {
  readonly area: 'client' | 'admin' | 'super-admin'
  readonly who: string
  readonly login: string
  readonly password: string
}

const { logins, staffPassword } = loadCommunityFile<{ logins: readonly DemoLogin[]; staffPassword: string }>(
  'people',
)

export const DEMO_LOGINS = logins

const DEMO_PASSWORDS: ReadonlySet<string> = new Set([
  staffPassword,
  ...DEMO_LOGINS.map(({ password }) => password),
])

/**
 * Returns whether a password is one of the demo's. Portals outside a demo refuse these passwords, because
 * they are published in the README.
 */
export const isDemoPassword = (password: string): boolean => DEMO_PASSWORDS.has(password)

/**
 * Returns the demo password of a login. All residents have the same password, and so have all administrators
 * who are not in `DEMO_LOGINS`.
 */
export function getDemoPassword(login: string): string {
  const resident = DEMO_LOGINS.find(({ area }) => area === 'client')
  if (resident && !login.includes('@')) return resident.password
  return DEMO_LOGINS.find((entry) => entry.login === login)?.password ?? staffPassword
}
