import type { DemoClock } from './demo-clock.ts'
import type { DemoFiles, Uploader } from './demo-files.ts'
import type { DemoAdministrator, DemoResident, WithId } from './people.ts'

export interface Community {
  readonly clock: DemoClock
  readonly demoFiles: DemoFiles
  readonly residents: readonly WithId<DemoResident>[]
  /** Administrators of the demo. The first one is the manager, who publishes posts and records. */
  readonly administrators: readonly WithId<DemoAdministrator>[]
  readonly amenities: readonly { readonly id: number; readonly title: string }[]
}

export const compareByTime = (a: { created_at: Date }, b: { created_at: Date }): number =>
  a.created_at.getTime() - b.created_at.getTime()

export const getManager = ({ administrators }: Pick<Community, 'administrators'>): Uploader => ({
  area: 'admin',
  id: administrators[0]?.id ?? 0,
})
