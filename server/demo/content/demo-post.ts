import type { RichNode } from '@tahanan/contract/rich-text.ts'
import type { PictureName } from '../pictures/album.ts'

/** What a post's text is written with. */
export interface Telling {
  /** A day so many days from now, in words: 'Saturday, 14 March'. */
  day(days: number): string
  /** The key of an uploaded picture. */
  key(name: PictureName): string
}

export interface DemoPost {
  readonly title: string
  readonly description: string
  readonly type: 'ANNOUNCEMENTS' | 'EVENTS'
  readonly attachedUrl: string
  /** Days before now that it was written. */
  readonly age: number
  /** Days from now at which it begins and ends. */
  readonly begins?: number
  readonly ends?: number
  readonly image?: PictureName
  /** Pictures in its text. */
  readonly pictures?: readonly PictureName[]
  readonly quiet?: boolean
  /** The share of households that opened it, some more than once. */
  readonly interest: number
  readonly content: (telling: Telling) => RichNode
  /** Index of the resident, or the office, and what they said. */
  readonly comments?: readonly (readonly [resident: number | 'office', comment: string])[]
}
