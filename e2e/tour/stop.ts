import type { Page } from '@playwright/test'
import type { Screen } from '../fixtures/test.ts'

/** A page, or something open on it, that is looked at: by axe, and by people as a picture. */
export interface Stop {
  name: string
  to: string
  /** Shows rows in a table from a tablet's width on. */
  table?: true
  /** Opens what the stop is about, once the page is there. */
  open?: (page: Page, screen: Screen) => Promise<void>
}
