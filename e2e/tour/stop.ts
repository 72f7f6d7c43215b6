import type { Page } from '@playwright/test'
import type { Screen } from '../fixtures/test.ts'

/** A page, perhaps with something opened on it, that axe checks and pictures show. */
export interface Stop {
  name: string
  to: string
  /** Has a table from a tablet's width on. */
  table?: true
  /** Opens the stop's panel, menu or dialog on the loaded page. */
  open?: (page: Page, screen: Screen) => Promise<void>
}
