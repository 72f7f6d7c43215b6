/**
 * Whether this is the page of a mailed link: `/choose-password` in any area, with the token behind the `#`.
 */
export function isChoosingPassword(): boolean {
  return /\/choose-password\/?$/.test(location.pathname)
}
