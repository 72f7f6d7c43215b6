import type { SignedLink } from '@tahanan/contract/files/answers.ts'
import { api } from './api.ts'

/** Returns a newly signed link to a file; links on an open page may have expired (rules 6.15). */
export async function freshLink(key: string): Promise<string> {
  return (await api.get<SignedLink>('/file', { name: key })).url
}
