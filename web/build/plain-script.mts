import { dirname, join } from 'node:path'
import { build } from 'vite'

export const WEB = dirname(import.meta.dirname)

export const STANDALONE_BUILD_OPTIONS = {
  configFile: false,
  root: WEB,
  publicDir: false,
  logLevel: 'silent',
} as const

/** Bundles a file with all its imports into one script that is no module. Throws if the result is empty. */
export async function buildScript(source: string): Promise<string> {
  const result = await build({
    ...STANDALONE_BUILD_OPTIONS,
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
