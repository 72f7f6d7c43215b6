import { createChildPool } from '../../children/child-pool.ts'
import type { prepareImage } from './image.ts'
import type { isHarmlessPdf } from './pdf.ts'

const LIMITS = { processes: 2, perAccount: 2, memory: 768 * 1024 * 1024, milliseconds: 30_000 } as const

const IMAGE = { module: new URL('./image.ts', import.meta.url), name: 'prepareImage' }
const PDF = { module: new URL('./pdf.ts', import.meta.url), name: 'isHarmlessPdf' }

/** Creates an inspector, which looks into pictures and PDFs in child processes that know nothing but the path of a file. */
export function createInspector(limits: { memory?: number; milliseconds?: number } = {}) {
  const call = createChildPool({ ...LIMITS, ...limits })
  return {
    /** `prepareImage` of `image.ts`. Rejects too when it took too long or too much memory. */
    prepareImage: (account: string, ...args: Parameters<typeof prepareImage>) =>
      call<typeof prepareImage>(account, IMAGE, args),
    /** `isHarmlessPdf` of `pdf.ts`; false too when it took too long or too much memory. */
    isHarmlessPdf: (account: string, path: string) =>
      call<typeof isHarmlessPdf>(account, PDF, [path]).catch(() => false),
  }
}

/** The one of this process. */
export const inspector = createInspector()
