import { createSamplePicture } from '@tahanan/server/platform/files/content/testing-samples.ts'
import { uploadFile } from '@tahanan/server/testing/uploads.ts'
import { withAnyFlag, type AccessCases } from '../access-case.ts'
import type { TestAccounts } from '../test-accounts.ts'
import { fileTicket } from './tickets.ts'

async function uploadReportPicture(accounts: TestAccounts): Promise<string> {
  const { portal, owner } = accounts
  const url = await uploadFile(
    portal,
    owner,
    'incidentreports',
    await createSamplePicture('jpeg'),
    'door.jpg',
  )
  await fileTicket(accounts, 'incidentReport', { images: [{ name: 'door.jpg', url }] })
  return url
}

async function createUploadForm(): Promise<FormData> {
  const form = new FormData()
  form.append('url', 'images/photo.jpg')
  form.append('file', new Blob([new Uint8Array(await createSamplePicture('jpeg'))]), 'photo.jpg')
  return form
}

/**
 * Expected access to files (rules 6.1, 6.9). proof/attacks/03-links.test.ts tests the files of every kind of
 * record.
 */
export const fileCases: AccessCases = {
  'POST /api/file': {
    residents: 'all',
    administrators: 'all',
    superAdministrators: true,
    prepare: async () => ({ form: await createUploadForm() }),
  },
  'GET /api/file': {
    residents: 'owner',
    administrators: withAnyFlag('reports.view'),
    hidesRecord: true,
    prepare: async (accounts) => ({ query: { name: await uploadReportPicture(accounts) } }),
  },
}
