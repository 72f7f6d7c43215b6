/** The accounts of the demo community that are told to whoever starts it (rules 11.17). */
export const DEMO_LOGINS = [
  { area: 'client', who: 'Resident in good standing', login: 'A-101', password: 'resident-demo' },
  { area: 'client', who: 'Resident who owes', login: 'B-202', password: 'resident-demo' },
  {
    area: 'admin',
    who: 'Administrator, all permissions',
    login: 'admin@demo.test',
    password: 'admin-demo-1',
  },
  {
    area: 'admin',
    who: 'Guard, views gate passes and visitors',
    login: 'guard@demo.test',
    password: 'guard-demo-1',
  },
  { area: 'super-admin', who: 'Super-administrator', login: 'super@demo.test', password: 'super-demo-1' },
] as const

/** Password of the staff whose logins are not told at the start. */
export const STAFF_PASSWORD = 'staff-demo-1'

const DEMO_PASSWORDS: ReadonlySet<string> = new Set([
  STAFF_PASSWORD,
  ...DEMO_LOGINS.map(({ password }) => password),
])

/** Whether the password is one of the demo community's, which anybody can read in the README. */
export const isDemoPassword = (password: string): boolean => DEMO_PASSWORDS.has(password)
