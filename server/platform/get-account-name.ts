import { userInfo } from 'node:os'

export function getAccountName(lookUp: () => { username: string } = userInfo): string {
  try {
    return lookUp().username
  } catch {
    return `account ${process.getuid?.() ?? 'without a name'}`
  }
}
