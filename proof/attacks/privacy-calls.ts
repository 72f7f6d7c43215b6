import { make, portal, type WritingCall } from './writing-portal.ts'

const person = { personName: 'Jun Cruz', contact: 'jun@mail.test', kind: 'copy' }
/**
 * Returns a body that can be sent repeatedly: deletes earlier requests, because only one of each kind may be
 * open.
 */
const createOwnRequest = async () => {
  await portal.db.deleteFrom('privacy_requests').execute()
  return { kind: 'erasure', message: 'Please erase my phone number.' }
}

export const getPrivacyCalls = (): WritingCall[] => [
  { who: 'resident', method: 'post', path: '/api/own-privacy-request', body: createOwnRequest },
  { who: 'office', method: 'post', path: '/api/privacy-request', body: () => person },
  {
    who: 'office',
    method: 'put',
    path: '/api/privacy-request/{id}',
    id: () => make('office', '/privacy-request', person),
    body: () => ({ decision: 'refused', answer: 'This is not your data.' }),
  },
  { who: 'office', method: 'post', path: '/api/privacy-search', body: () => ({ term: 'Nobody' }) },
]
