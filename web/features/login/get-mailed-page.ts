const PAGE = /(?:^|\/)(choose-password|unsubscribe)\/?$/

export type MailedPage = 'choose-password' | 'unsubscribe'

/** Returns the page that a mailed link opened, with its token behind the `#`; undefined for all others. */
export function getMailedPage(): MailedPage | undefined {
  return PAGE.exec(location.pathname)?.[1] as MailedPage | undefined
}
