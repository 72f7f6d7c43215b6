import { api } from './api.ts'

/** A link to a file that is good for some minutes from now (decisions 5); those in a list may have grown old on the page. */
export async function freshLink(key: string): Promise<string> {
  return (await api.get<{ url: string }>('/file', { name: key })).url
}
