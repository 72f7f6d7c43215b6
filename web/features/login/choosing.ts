/** Whether this is the page that a mailed link opens: `/choose-password` of any area, the link's token behind the `#`. */
export function isChoosingPassword(path: string = location.pathname): boolean {
  return /\/choose-password\/?$/.test(path)
}
