import type { DirectusFigures } from './directus.ts'
import { verdict } from './statistics.ts'

/** How many times as many requests as Directus answers. */
const DIRECTUS_GOALS = { list: 15, search: 50, create: 5 }

/** The portal beside Directus, as rows of the table. */
export function directusRows(figures: readonly DirectusFigures[]): string[][] {
  return figures.map(({ call, tickets, portal, directus, ratio }) => [
    `${call}, ${tickets.toLocaleString('en')} tickets, requests/s (bare: Directus)`,
    portal.toFixed(1),
    directus.toFixed(1),
    ratio.toFixed(1),
    `≥ ${DIRECTUS_GOALS[call]}`,
    verdict(ratio >= DIRECTUS_GOALS[call]),
  ])
}
