let count = 0
export const createAdminBody = (overrides: Record<string, unknown> = {}) => ({
  name: 'Ramon Dela Peña',
  firstName: 'Ramon',
  lastName: 'Dela Peña',
  email: `ramon-${++count}@example.test`,
  password: 'a-good-password-1',
  password_confirmation: 'a-good-password-1',
  ...overrides,
})
