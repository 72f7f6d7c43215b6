import { postAndGetId, portal, type WritingCall } from './writing-portal.ts'

const requestBody = { personName: 'Jun Cruz', contact: 'jun@mail.test', kind: 'copy' }
/**
 * Deletes earlier requests, because the test repeats the call and only one request of each kind may be open.
 */
const createOwnRequestBody = async () => {
  await portal.db.deleteFrom('privacy_requests').execute()
  return { kind: 'erasure', message: 'Please erase my phone number.' }
}

export const getPrivacyCalls = (): WritingCall[] => [
  { who: 'resident', method: 'post', path: '/api/own-privacy-request', body: createOwnRequestBody },
  { who: 'office', method: 'post', path: '/api/privacy-request', body: () => requestBody },
  {
    who: 'office',
    method: 'put',
    path: '/api/privacy-request/{id}',
    id: () => postAndGetId('office', '/privacy-request', requestBody),
    body: () => ({ decision: 'refused', answer: 'This is not your data.' }),
  },
  { who: 'office', method: 'post', path: '/api/privacy-search', body: () => ({ term: 'Nobody' }) },
]
