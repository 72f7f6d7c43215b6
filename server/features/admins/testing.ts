let made = 0
/** Returns a valid body of `POST /user-admin` with an unused e-mail address. */
export const createAdminBody = (more: Record<string, unknown> = {}) => ({
  name: 'Ramon Dela Peña',
  firstName: 'Ramon',
  lastName: 'Dela Peña',
  email: `ramon-${++made}@example.test`,
  password: 'a-good-password-1',
  password_confirmation: 'a-good-password-1',
  ...more,
})
