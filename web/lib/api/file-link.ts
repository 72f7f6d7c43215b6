import type { SignedLink } from '@tahanan/contract/files/answers.ts'
import { api } from './api.ts'

/** Returns a link to a file that is good for some minutes from now; those in a list may have grown old on the page (rules 6.15). */
export async function freshLink(key: string): Promise<string> {
  return (await api.get<SignedLink>('/file', { name: key })).url
}
