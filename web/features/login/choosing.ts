/** Whether this is the page that a mailed link opens: `/choose-password` of any area, the link's token behind the `#`. */
export function isChoosingPassword(): boolean {
  return /\/choose-password\/?$/.test(location.pathname)
}
