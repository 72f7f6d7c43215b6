import { userInfo } from 'node:os'

/**
 * Returns the name of the system user that runs this process. Without a name, as in a container, returns
 * `account 1000`.
 */
export function getAccountName(lookUp: () => { username: string } = userInfo): string {
  try {
    return lookUp().username
  } catch {
    return `account ${process.getuid?.() ?? 'without a name'}`
  }
}
