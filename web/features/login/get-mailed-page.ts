const PAGE = /(?:^|\/)(choose-password|unsubscribe)\/?$/

export type MailedPage = 'choose-password' | 'unsubscribe'

export function getMailedPage(): MailedPage | undefined {
  return PAGE.exec(location.pathname)?.[1] as MailedPage | undefined
}
