let made = 0
/** A valid body of `POST /user-admin`, with an e-mail address that is free. */
export const newAdminBody = (more: Record<string, unknown> = {}) => ({
  name: 'Ramon Dela Peña',
  firstName: 'Ramon',
  lastName: 'Dela Peña',
  email: `ramon-${++made}@example.test`,
  password: 'a-good-password-1',
  password_confirmation: 'a-good-password-1',
  ...more,
})
