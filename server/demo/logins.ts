import { loadCommunity } from './load-community.ts'

/** The start prints these accounts (rules 11.17). */
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

/** These passwords are published in the README, so portals outside a demo refuse them. */
export const isDemoPassword = (password: string): boolean => DEMO_PASSWORDS.has(password)

/** Residents share one password, and so do staff outside `DEMO_LOGINS`. */
export function getDemoPassword(login: string): string {
  const resident = DEMO_LOGINS.find(({ area }) => area === 'client')
  if (resident && !login.includes('@')) return resident.password
  return DEMO_LOGINS.find((entry) => entry.login === login)?.password ?? staffPassword
}
