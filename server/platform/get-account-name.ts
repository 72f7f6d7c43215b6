import { userInfo } from 'node:os'

/** Returns the name of the account that runs this process; `account 1000` if it has no name, as in a container. */
export function getAccountName(lookUp: () => { username: string } = userInfo): string {
  try {
    return lookUp().username
  } catch {
    return `account ${process.getuid?.() ?? 'without a name'}`
  }
}
