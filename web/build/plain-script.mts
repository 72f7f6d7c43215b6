import { dirname, join } from 'node:path'
import { build } from 'vite'

export const WEB_PATH = dirname(import.meta.dirname)

export const STANDALONE_BUILD_OPTIONS = {
  configFile: false,
  root: WEB_PATH,
  publicDir: false,
  logLevel: 'silent',
} as const

/**
 * Bundles a file with all its imports into one classic script (no ES module). Throws if the result is empty.
 */
export async function buildScript(source: string): Promise<string> {
  const buildResult = await build({
    ...STANDALONE_BUILD_OPTIONS,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(WEB_PATH, source), formats: ['iife'], name: 'script' },
    },
  })
  const [first] = Array.isArray(buildResult) ? buildResult : [buildResult]
  if (!first || !('output' in first)) throw new Error(`${source} gave no script`)
  return first.output[0].code
}
