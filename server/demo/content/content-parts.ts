import type { Tx } from '../../platform/db/client.ts'
import { DAY, HOUR, atClock, later } from '../clock.ts'
import type { DemoClock } from '../clock.ts'
import type { ChestFile, FileChest } from '../file-chest.ts'
import type { MadeFile, PictureName } from '../pictures/album.ts'
import type { Random } from '../random.ts'

/** What the content is made with, and who is there to write and read it. */
export interface ContentParts {
  readonly chest: FileChest
  readonly picture: (name: PictureName) => Promise<MadeFile>
  readonly clock: DemoClock
  readonly random: Random
  /** Ids of the residents, in the order of the demo. */
  readonly tenants: readonly number[]
  /** The property manager's. */
  readonly adminId: number
  readonly adminName: string
}

/** Writes the rows of files that belong to a record of the office. */
export async function insertFiles(
  tx: Tx,
  { adminId }: Pick<ContentParts, 'adminId'>,
  files: readonly { kind: string; id: number; file: ChestFile }[],
): Promise<void> {
  if (files.length === 0) return
  const rows = files.map(({ kind, id, file }) =>
    file.row({ uploader_area: 'admin', uploader_id: adminId, owner_kind: kind, owner_id: id }),
  )
  await tx.insertInto('files').values(rows).execute()
}

/** The morning so many days ago, in the office's hours; of days to come with a number below 0. */
export function morning({ now, timeZone }: DemoClock, daysAgo: number): Date {
  const day = atClock(later(now, -daysAgo * DAY), 9, Math.abs(daysAgo * 7) % 60, timeZone)
  return daysAgo >= 0 && day > now ? later(now, -HOUR) : day
}
