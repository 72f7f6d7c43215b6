import { createChildPool } from '#platform/children/create-child-pool.ts'
import type { cleanPdf } from './pdf/clean-pdf.ts'
import type { prepareImage } from './prepare-image.ts'

/** One account may use all processes except one, so that its slow files never block all other accounts. */
const LIMITS = {
  processes: 3,
  maxPerAccount: 2,
  memory: 768 * 1024 * 1024,
  processorSeconds: 30,
  milliseconds: 300_000,
} as const

const IMAGE_EXPORT = { module: new URL('./prepare-image.ts', import.meta.url), name: 'prepareImage' }
const PDF_EXPORT = { module: new URL('./pdf/clean-pdf.ts', import.meta.url), name: 'cleanPdf' }

export function createInspector(limits: Partial<Record<keyof typeof LIMITS, number>> = {}) {
  const call = createChildPool({ ...LIMITS, ...limits })
  return {
    prepareImage: (account: string, ...args: Parameters<typeof prepareImage>) =>
      call<typeof prepareImage>(account, IMAGE_EXPORT, args),
    cleanPdf: (account: string, path: string) =>
      call<typeof cleanPdf>(account, PDF_EXPORT, [path]).catch(() => 'pdfUnreadable' as const),
  }
}

export const inspector = createInspector()
