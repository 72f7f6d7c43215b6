import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { DemoClock } from '../clock.ts'
import type { PictureName } from '../pictures/album.ts'
import type { Random } from '../random.ts'
import type { DemoResident } from '../residents.ts'

/** What a ticket is about, before anybody decided anything. */
export interface Story {
  /** As the resident's form sends it; times as ISO 8601. */
  body: Details
  /** What only the office fills in, when it approves. */
  office?: Details
  /** What the office adds when the matter is closed. */
  closing?: Details
  /** Pictures by the module's file fields; `closing` ones come with the closing. */
  pictures?: { field: string; names: readonly PictureName[]; closing?: boolean }[]
  remarks: { approved?: string; ongoing?: string; completed?: string; cancelled: string; rejected: string }
}

export interface StoryContext extends DemoClock {
  random: Random
  resident: DemoResident
  createdAt: Date
  /** When the thing that the ticket asks for takes place, and until when. */
  happensAt: Date
  endsAt: Date
  /** For reservations. */
  amenity?: { id: number; title: string }
}

export type Storyteller = (context: StoryContext) => Story
