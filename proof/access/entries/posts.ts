import { createPostBody, publishPost } from '@tahanan/server/features/posts/testing.ts'
import { withAnyFlag, type AccessCases, type AllowedCallers } from '../access-case.ts'
import { createUniqueText, type TestAccounts } from '../test-accounts.ts'

const READERS: AllowedCallers = { residents: 'all', administrators: withAnyFlag('announcements.view') }
const addPost = ({ office }: TestAccounts) =>
  publishPost(office, { title: createUniqueText('Water interruption') })
const preparePostCall = async (accounts: TestAccounts) => {
  const { id, title } = await addPost(accounts)
  return { path: { id }, expectedText: title }
}
async function addComment(accounts: TestAccounts) {
  const { id: postId } = await addPost(accounts)
  const text = createUniqueText('Salamat')
  const { body } = await accounts.owner.post<{ id: number }>('/comment', { postId, comment: text })
  return { postId, id: body.id, text }
}

export const postCases: AccessCases = {
  'GET /api/posts': {
    ...READERS,
    prepare: async (accounts) => ({ expectedText: (await addPost(accounts)).title }),
  },
  'GET /api/postIds': {
    administrators: withAnyFlag('announcements.view'),
    prepare: async (accounts) => ({ query: { all: 1 }, expectedText: (await addPost(accounts)).title }),
  },
  'GET /api/post/{id}': { ...READERS, prepare: preparePostCall },
  'GET /api/post-latest': {
    residents: 'all',
    prepare: async (accounts) => {
      await addPost(accounts)
      return { expectedText: '"data":{"id":' }
    },
  },
  'POST /api/post': {
    administrators: withAnyFlag('announcements.add'),
    prepare: () => ({ body: createPostBody({ title: createUniqueText('Fiesta') }) }),
  },
  'PUT /api/post/{id}': {
    administrators: withAnyFlag('announcements.edit'),
    prepare: async (accounts) => ({
      path: { id: (await addPost(accounts)).id },
      body: { title: createUniqueText('Fiesta') },
    }),
  },
  'DELETE /api/post/{id}': {
    administrators: withAnyFlag('announcements.delete'),
    prepare: async (accounts) => ({ path: { id: (await addPost(accounts)).id } }),
  },
  'PUT /api/post-approved/{id}': {
    administrators: withAnyFlag('announcements.approve'),
    prepare: async (accounts) => ({ path: { id: (await addPost(accounts)).id }, body: {} }),
  },
  'POST /api/post-analytic': {
    residents: 'all',
    prepare: async (accounts) => ({ body: { postId: (await addPost(accounts)).id } }),
  },
  'GET /api/comments': {
    ...READERS,
    prepare: async (accounts) => {
      const { postId, text } = await addComment(accounts)
      return { query: { postId }, expectedText: text }
    },
  },
  'POST /api/comment': {
    residents: 'all',
    administrators: withAnyFlag('announcements.thread'),
    prepare: async (accounts) => ({
      body: { postId: (await addPost(accounts)).id, comment: createUniqueText('Salamat') },
    }),
  },
  'DELETE /api/comment/{id}': {
    residents: 'owner',
    administrators: withAnyFlag('announcements.thread'),
    prepare: async (accounts) => ({ path: { id: (await addComment(accounts)).id } }),
  },
}
