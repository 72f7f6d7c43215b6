/** Whether an address is safe to open: http or https, without user name and password. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/(?![^/?#]*@)[^\s/?#\\]+[^\s\\]*$/i.test(text)
}
