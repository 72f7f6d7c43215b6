/** The accounts of the demo community that are told to whoever starts it (decisions, section 8). */
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
