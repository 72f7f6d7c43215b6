import type { AdminMe } from '@tahanan/contract/sessions/answers.ts'

export const createAdminMe = (roles: AdminMe['roles'] = []): AdminMe => ({
  area: 'admin',
  id: 2,
  name: 'Liza Villanueva',
  firstName: 'Liza',
  lastName: 'Villanueva',
  email: 'liza@pmo.test',
  roles,
  secondFactor: false,
})
