import { picture } from '@tahanan/server/platform/files/content/testing-samples.ts'
import { uploadFile } from '@tahanan/server/testing/uploads.ts'
import { may, type Entries } from '../entry.ts'
import type { TestAccounts } from '../test-accounts.ts'
import { fileTicket } from './tickets.ts'

/** A picture of an incident that the resident reported. */
async function pictureOfReport(cast: TestAccounts): Promise<string> {
  const { portal, owner } = cast
  const url = await uploadFile(portal, owner, 'incidentreports', await picture('jpeg'), 'door.jpg')
  await fileTicket(cast, 'incidentReport', { images: [{ name: 'door.jpg', url }] })
  return url
}

async function upload(): Promise<FormData> {
  const form = new FormData()
  form.append('url', 'images/photo.jpg')
  form.append('file', new Blob([new Uint8Array(await picture('jpeg'))]), 'photo.jpg')
  return form
}

/** Files (rules 6.1, 6.9). The links themselves and every kind of record: proof/attacks/. */
export const fileEntries: Entries = {
  'POST /api/file': {
    residents: 'all',
    administrators: 'all',
    superAdministrators: true,
    about: async () => ({ form: await upload() }),
  },
  'GET /api/file': {
    residents: 'owner',
    administrators: may('reports.view'),
    unseen: true,
    about: async (cast) => ({ query: { name: await pictureOfReport(cast) } }),
  },
}
