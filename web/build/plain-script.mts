import { dirname, join } from 'node:path'
import { build } from 'vite'

/** Folder of the web app. */
export const WEB = dirname(import.meta.dirname)

/** Options of a build apart from the web app's. */
export const APART = { configFile: false, root: WEB, publicDir: false, logLevel: 'silent' } as const

/** Bundles a source file with its imports into one classic script. Throws if it is empty. */
export async function plainScript(source: string): Promise<string> {
  const result = await build({
    ...APART,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(WEB, source), formats: ['iife'], name: 'script' },
    },
  })
  const [first] = Array.isArray(result) ? result : [result]
  if (!first || !('output' in first)) throw new Error(`${source} gave no script`)
  return first.output[0].code
}
