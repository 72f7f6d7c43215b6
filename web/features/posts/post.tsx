import { Siren } from 'lucide-react'
import { Tag } from '#ui/values/status-tag.tsx'
import { POST_TYPES } from '@tahanan/contract/content/post.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'

export function getAuthorName({ posted_by }: Pick<Post, 'posted_by'>): string {
  const name = posted_by ? `${posted_by.firstName} ${posted_by.lastName}`.trim() : ''
  return name === '' ? 'PMO' : name
}

export function getPostType({ type }: Pick<Post, 'type'>): (typeof POST_TYPES)[number] {
  return POST_TYPES.find(({ value }) => value === type) ?? POST_TYPES[0]
}

export function UrgentTag() {
  return (
    <Tag colour="red" icon={Siren}>
      URGENT
    </Tag>
  )
}
