import { createBrowserKeys } from '@tahanan/server/features/push/testing-push-service.ts'
import { postAndGetId, getNextNumber, portal, resident, type WritingCall } from './writing-portal.ts'

/** Deletes earlier prepared answers, because each title must be unique and the test repeats the call. */
const createAnswerBody = async () => {
  await portal.db.deleteFrom('prepared_answers').execute()
  return { title: 'Welcome', text: 'Dear {name}' }
}
const createTenantBody = () => ({ kind: 'tenant', id: resident.id })
const createMessageBody = () => ({ ...createTenantBody(), text: 'May I keep a cat?' })

const createSubscriptionBody = () => ({
  endpoint: `https://fcm.googleapis.com/${getNextNumber()}`,
  keys: createBrowserKeys().keys,
})

export function getConversationCalls(): WritingCall[] {
  return [
    { who: 'resident', method: 'post', path: '/api/message', body: createMessageBody },
    { who: 'office', method: 'post', path: '/api/message', body: createMessageBody },
    { who: 'resident', method: 'put', path: '/api/messages-read', body: createTenantBody },
    { who: 'office', method: 'put', path: '/api/messages-read', body: createTenantBody },
    { who: 'office', method: 'put', path: '/api/messages-settled', body: createTenantBody },
    { who: 'office', method: 'post', path: '/api/internal-note', body: createMessageBody },
    { who: 'office', method: 'post', path: '/api/prepared-answer', body: createAnswerBody },
    {
      who: 'office',
      method: 'put',
      path: '/api/prepared-answer/{id}',
      id: async () => postAndGetId('office', '/prepared-answer', await createAnswerBody()),
      body: () => ({ title: 'Salamat' }),
    },
    { who: 'resident', method: 'put', path: '/api/delivery-choices', body: () => ({ quietFrom: '22:00' }) },
    { who: 'resident', method: 'post', path: '/api/push-subscription', body: createSubscriptionBody },
    { who: 'office', method: 'post', path: '/api/deliveries-resent', body: () => ({ ids: [999_999] }) },
  ]
}
