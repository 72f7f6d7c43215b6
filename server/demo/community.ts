import type { FileChest, Uploader } from './file-chest.ts'
import type { DemoClock } from './moments.ts'
import type { DemoAdministrator, DemoResident, Known } from './people.ts'

/** Clock, file store and records that the later parts of the demo refer to. */
export interface Community {
  readonly clock: DemoClock
  readonly chest: FileChest
  readonly residents: readonly Known<DemoResident>[]
  /** The first is the manager, who publishes. */
  readonly administrators: readonly Known<DemoAdministrator>[]
  readonly amenities: readonly { readonly id: number; readonly title: string }[]
}

/** A row of a list that is shown by its time. */
export const byTime = (a: { created_at: Date }, b: { created_at: Date }): number =>
  a.created_at.getTime() - b.created_at.getTime()

/** Returns who puts the office's own files there. */
export const managerOf = ({ administrators }: Pick<Community, 'administrators'>): Uploader => ({
  area: 'admin',
  id: administrators[0]?.id ?? 0,
})
