import { make, portal, type WritingCall } from './writing-portal.ts'

const person = { personName: 'Jun Cruz', contact: 'jun@mail.test', kind: 'copy' }
/** A body that is valid again and again: one request of a kind is open. */
const ownRequest = async () => {
  await portal.db.deleteFrom('privacy_requests').execute()
  return { kind: 'erasure', message: 'Please erase my phone number.' }
}

/** Valid calls of requests about personal data that write, and the search for a person. */
export const privacyCalls = (): WritingCall[] => [
  { who: 'resident', method: 'post', path: '/api/own-privacy-request', body: ownRequest },
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
