import { aPost, publish } from '@tahanan/server/features/posts/testing.ts'
import { may, type Entries, type Who } from '../entry.ts'
import { unique, type TestAccounts } from '../test-accounts.ts'

const READERS: Who = { residents: 'all', administrators: may('announcements.view') }
const post = ({ office }: TestAccounts) => publish(office, { title: unique('Water interruption') })
const aboutPost = async (cast: TestAccounts) => {
  const { id, title } = await post(cast)
  return { path: { id }, shows: title }
}
/** A comment of the resident under a post of the office. */
async function comment(cast: TestAccounts) {
  const { id: postId } = await post(cast)
  const text = unique('Salamat')
  const { body } = await cast.owner.post<{ id: number }>('/comment', { postId, comment: text })
  return { postId, id: body.id, text }
}

/** Announcements, events and their comments (rules 9.2, 9.6). */
export const postEntries: Entries = {
  'GET /api/posts': { ...READERS, about: async (cast) => ({ shows: (await post(cast)).title }) },
  'GET /api/post/{id}': { ...READERS, about: aboutPost },
  'GET /api/post-latest': {
    residents: 'all',
    about: async (cast) => {
      await post(cast)
      return { shows: '"data":{"id":' }
    },
  },
  'POST /api/post': {
    administrators: may('announcements.add'),
    about: () => ({ body: aPost({ title: unique('Fiesta') }) }),
  },
  'PUT /api/post/{id}': {
    administrators: may('announcements.edit'),
    about: async (cast) => ({ path: { id: (await post(cast)).id }, body: { title: unique('Fiesta') } }),
  },
  'DELETE /api/post/{id}': {
    administrators: may('announcements.delete'),
    about: async (cast) => ({ path: { id: (await post(cast)).id } }),
  },
  'PUT /api/post-approved/{id}': {
    administrators: may('announcements.approve'),
    about: async (cast) => ({ path: { id: (await post(cast)).id }, body: {} }),
  },
  'POST /api/post-analytic': {
    residents: 'all',
    about: async (cast) => ({ body: { postId: (await post(cast)).id } }),
  },
  'GET /api/comments': {
    ...READERS,
    about: async (cast) => {
      const { postId, text } = await comment(cast)
      return { query: { postId }, shows: text }
    },
  },
  'POST /api/comment': {
    residents: 'all',
    administrators: may('announcements.thread'),
    about: async (cast) => ({ body: { postId: (await post(cast)).id, comment: unique('Salamat') } }),
  },
  'DELETE /api/comment/{id}': {
    residents: 'owner',
    administrators: may('announcements.thread'),
    about: async (cast) => ({ path: { id: (await comment(cast)).id } }),
  },
}
