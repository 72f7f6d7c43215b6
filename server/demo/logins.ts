import { loadCommunity } from './load-community.ts'

/** An account that is printed when the demo starts (rules 11.17). */
interface DemoLogin {
  readonly area: 'client' | 'admin' | 'super-admin'
  readonly who: string
  readonly login: string
  readonly password: string
}

const { logins, staffPassword } = loadCommunity<{ logins: readonly DemoLogin[]; staffPassword: string }>(
  'people',
)

export const DEMO_LOGINS = logins

const DEMO_PASSWORDS: ReadonlySet<string> = new Set([
  staffPassword,
  ...DEMO_LOGINS.map(({ password }) => password),
])

/** Whether a password is one of the demo's, which are published in the README. */
export const isDemoPassword = (password: string): boolean => DEMO_PASSWORDS.has(password)

/** Returns the password of a demo account; residents share one, and so do staff outside `DEMO_LOGINS`. */
export function getDemoPassword(login: string): string {
  const resident = DEMO_LOGINS.find(({ area }) => area === 'client')
  if (resident && !login.includes('@')) return resident.password
  return DEMO_LOGINS.find((entry) => entry.login === login)?.password ?? staffPassword
}
