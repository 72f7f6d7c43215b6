import type { RichNode } from '@tahanan/contract/rich-text.ts'
import { DAY, HOUR, later } from '../demo/clock.ts'
import { createRandom } from '../demo/random.ts'
import { postSearchText } from '../features/posts/repository.ts'
import type { CopyValue } from './copy-rows.ts'
import { SPAN_DAYS } from './plan.ts'
import type { SeedTenant } from './tenants.ts'

export interface ContentSize {
  /** Openings of posts, over all of them. */
  readonly views: number
  readonly now: Date
}

/** One post in so many views, and at least some. */
const VIEWS_OF_A_POST = 400

export const POST_COLUMNS = [
  'id',
  'title',
  'description',
  'type',
  'content',
  'search_text',
  'post_by_id',
  'announced_at',
  'created_at',
  'updated_at',
] as const
export const VIEW_COLUMNS = ['post_id', 'tenant_id', 'at'] as const
export const COMMENT_COLUMNS = ['post_id', 'tenant_id', 'comment', 'created_at', 'updated_at'] as const
export const FEEDBACK_COLUMNS = ['tenant_id', 'rate', 'message', 'created_at', 'updated_at'] as const

const WHAT = [
  'Water interruption',
  'Elevator maintenance',
  'Fire drill',
  'Pest control',
  'General assembly',
  'Generator test',
  'Garage cleaning',
  'Zumba at the roof deck',
  'Christmas party',
  'Blood donation',
]
const WHERE = ['Tower A', 'Tower B', 'Tower C', 'the garage', 'all towers', 'the ground floor']
const SENTENCES = [
  'Please plan ahead and store what you need for the day.',
  'Our engineers will be on the floor from nine in the morning.',
  'Children must be with an adult at all times.',
  'The lobby will help whoever needs a hand with bags or wheelchairs.',
  'Cars left behind after ten will be moved at the owner’s expense.',
  'We thank everybody for the patience of the last weeks.',
  'Questions go to the property management office, ground floor of Tower A.',
]

export const postsFor = (views: number): number => Math.max(20, Math.ceil(views / VIEWS_OF_A_POST))

/** Announcements and events, the oldest first, each with a text of some paragraphs. */
export function* postLines({ views, now }: ContentSize, adminId: number): Generator<CopyValue[]> {
  const count = postsFor(views)
  for (let index = 0; index < count; index++) {
    const random = createRandom(index * 97 + 1)
    const createdAt = appearsAt(index, count, now)
    const title = `${random.pick(WHAT)}, ${random.pick(WHERE)}, no. ${index + 1}`
    const description = `${random.pick(SENTENCES)} ${random.pick(SENTENCES)}`
    const content: RichNode = {
      type: 'doc',
      content: Array.from({ length: random.between(4, 12) }, () => ({
        type: 'paragraph',
        content: [{ type: 'text', text: `${random.pick(SENTENCES)} ${random.pick(SENTENCES)}` }],
      })),
    }
    yield [
      index + 1,
      title,
      description,
      random.chance(30) ? 'EVENTS' : 'ANNOUNCEMENTS',
      JSON.stringify(content),
      postSearchText({ title, description, content }),
      adminId,
      createdAt,
      createdAt,
      createdAt,
    ]
  }
}

function appearsAt(index: number, count: number, now: Date): Date {
  const span = (SPAN_DAYS - 1) * DAY
  return new Date(now.getTime() - span + Math.floor((index / count) * span))
}

/** Openings: most in the days after a post appeared, some posts far more than others. */
export function* viewLines(
  { views, now }: ContentSize,
  tenants: readonly SeedTenant[],
): Generator<CopyValue[]> {
  const posts = postsFor(views)
  for (let index = 0; index < views; index++) {
    const random = createRandom(index * 31 + 5)
    const post = Math.floor(random.next() ** 1.8 * posts)
    const since = appearsAt(post, posts, now)
    const at = later(
      since,
      Math.floor(random.next() ** 3 * Math.min(60 * DAY, now.getTime() - since.getTime())),
    )
    yield [post + 1, random.pick(tenants).id, at]
  }
}

/** A comment for every twentieth view. */
export function* commentLines(
  { views, now }: ContentSize,
  tenants: readonly SeedTenant[],
): Generator<CopyValue[]> {
  const posts = postsFor(views)
  for (let index = 0; index < views / 20; index++) {
    const random = createRandom(index * 53 + 3)
    const post = random.between(0, posts - 1)
    const at = later(appearsAt(post, posts, now), Math.floor(random.next() * 20) * HOUR)
    yield [post + 1, random.pick(tenants).id, random.pick(SENTENCES), at, at]
  }
}

/** Feedback, a twentieth of the views too. */
export function* feedbackLines(
  { views, now }: ContentSize,
  tenants: readonly SeedTenant[],
): Generator<CopyValue[]> {
  const count = Math.ceil(views / 20)
  for (let index = 0; index < count; index++) {
    const random = createRandom(index * 71 + 9)
    const at = appearsAt(index, count, now)
    yield [
      random.pick(tenants).id,
      random.weighted({ 1: 4, 2: 6, 3: 15, 4: 35, 5: 40 }),
      random.pick(SENTENCES),
      at,
      at,
    ]
  }
}
