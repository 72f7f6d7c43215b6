/** Whether this is a mailed link's page: `/choose-password`, with the token behind the `#`. */
export function isChoosingPassword(): boolean {
  return /\/choose-password\/?$/.test(location.pathname)
}
