import type { Page } from '@playwright/test'
import type { Screen } from '../fixtures/test.ts'
import type { Template } from './templates.ts'

/** One page of a tour, optionally with an open panel, that is checked with axe and photographed. */
export interface Stop {
  name: string
  to: string
  template: Template
  /**
   * Whether `npm test` checks this stop in place of all stops with the same template. Each template has one
   * such stop.
   */
  represents?: boolean
  /** Whether the page shows a table on screens as wide as a tablet or wider. */
  table?: true
  open?: (page: Page, screen: Screen) => Promise<void>
}
