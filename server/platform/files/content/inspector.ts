import { createChildPool } from '#platform/children/child-pool.ts'
import type { prepareImage } from './image.ts'
import type { cleanPdf } from './pdf/clean-pdf.ts'

const LIMITS = { processes: 2, perAccount: 2, memory: 768 * 1024 * 1024, milliseconds: 30_000 } as const

const IMAGE = { module: new URL('./image.ts', import.meta.url), name: 'prepareImage' }
const PDF = { module: new URL('./pdf/clean-pdf.ts', import.meta.url), name: 'cleanPdf' }

/** Creates an inspector, which checks and rewrites images and PDFs in child processes. */
export function createInspector(limits: { memory?: number; milliseconds?: number } = {}) {
  const call = createChildPool({ ...LIMITS, ...limits })
  return {
    /** Runs `prepareImage`. Rejects if it exceeds the limits of time or memory. */
    prepareImage: (account: string, ...args: Parameters<typeof prepareImage>) =>
      call<typeof prepareImage>(account, IMAGE, args),
    /** Runs `cleanPdf`; 'pdfUnreadable' if it exceeds the limits of time or memory. */
    cleanPdf: (account: string, path: string) =>
      call<typeof cleanPdf>(account, PDF, [path]).catch(() => 'pdfUnreadable' as const),
  }
}

/** The default instance. */
export const inspector = createInspector()
