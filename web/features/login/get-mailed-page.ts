const MAILED_PAGE_PATTERN = /(?:^|\/)(choose-password|unsubscribe)\/?$/

export type MailedPage = 'choose-password' | 'unsubscribe'

export function getMailedPage(): MailedPage | undefined {
  return MAILED_PAGE_PATTERN.exec(location.pathname)?.[1] as MailedPage | undefined
}
