/** An address that a browser may be sent to: http or https and nothing else, without a name and password in it. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/(?![^/?#]*@)[^\s/?#\\]+[^\s\\]*$/i.test(text)
}
