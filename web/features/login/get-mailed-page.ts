const PAGE = /(?:^|\/)(choose-password|unsubscribe)\/?$/

export type MailedPage = 'choose-password' | 'unsubscribe'

/** The token of the link is behind the `#`. Returns undefined for other pages. */
export function getMailedPage(): MailedPage | undefined {
  return PAGE.exec(location.pathname)?.[1] as MailedPage | undefined
}
