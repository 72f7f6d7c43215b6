const PAGE = /(?:^|\/)(choose-password|unsubscribe)\/?$/

export type MailedPage = 'choose-password' | 'unsubscribe'

/**
 * Returns the page that a link from a mail opens; undefined for other pages. The link's token is in the URL's
 * hash.
 */
export function getMailedPage(): MailedPage | undefined {
  return PAGE.exec(location.pathname)?.[1] as MailedPage | undefined
}
