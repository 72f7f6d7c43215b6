import type { Timing } from '../schedule.ts'
import { commendationStory, incidentStory, leasingStory, reservationStory } from './community.ts'
import { gatePassStory, visitorStory } from './gate.ts'
import { jobOrderStory, workPermitStory, workServiceStory } from './repairs.ts'
import type { Storyteller } from './story.ts'

export interface DemoModule {
  tell: Storyteller
  timing: Timing
  /** How many tickets of it the demo has; 400 together. */
  count: number
}

/** A storyteller for every module of the registry, by its name; the tests see to it that none is missing. */
export const DEMO_MODULES: Readonly<Record<string, DemoModule>> = {
  jobOrder: { tell: jobOrderStory, timing: 'none', count: 76 },
  gatePass: { tell: gatePassStory, timing: 'pass', count: 72 },
  reservation: { tell: reservationStory, timing: 'slot', count: 52 },
  incidentReport: { tell: incidentStory, timing: 'none', count: 36 },
  workPermit: { tell: workPermitStory, timing: 'days', count: 28 },
  visitor: { tell: visitorStory, timing: 'pass', count: 84 },
  leasingInquiry: { tell: leasingStory, timing: 'none', count: 16 },
  commendation: { tell: commendationStory, timing: 'none', count: 22 },
  workService: { tell: workServiceStory, timing: 'days', count: 14 },
}
