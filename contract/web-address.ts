/** Whether a browser may be sent to an address: http or https alone, without a name and password in it. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/(?![^/?#]*@)[^\s/?#\\]+[^\s\\]*$/i.test(text)
}
