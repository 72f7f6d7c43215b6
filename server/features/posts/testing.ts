import { createSamplePicture } from '#platform/files/content/testing-samples.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import type { TestPortal } from '#testing/portal.ts'
import { uploadFile } from '#testing/uploads.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'

export const createPostBody = (overrides: Record<string, unknown> = {}) => ({
  title: 'Water interruption on Friday',
  description: 'Maynilad repairs the main line of the south wing.',
  type: 'ANNOUNCEMENTS',
  attachedUrl: 'https://example.test/advisory',
  ...overrides,
})

export const createDocument = (...content: unknown[]) => ({
  type: 'doc',
  content: content.map((block) =>
    typeof block === 'string' ? { type: 'paragraph', content: [{ type: 'text', text: block }] } : block,
  ),
})

export async function publishPost(
  admin: LoggedInCaller,
  overrides: Record<string, unknown> = {},
): Promise<Post> {
  const { status, body } = await admin.post<Post>('/post', createPostBody(overrides))
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

export async function uploadPicture(
  portal: TestPortal,
  caller: LoggedInCaller,
  [width, height]: [number, number] = [60, 40],
): Promise<string> {
  return uploadFile(portal, caller, 'images', await createSamplePicture('png', width, height), 'post_1.png')
}

export const getTimeAhead = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
