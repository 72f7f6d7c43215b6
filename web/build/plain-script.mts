import { build } from 'vite'

/**
 * Bundles a source file of the web app with its imports into one classic script, for code that a browser runs apart from the
 * app's modules. Throws when the bundle is empty.
 */
export async function plainScript(root: string, source: string): Promise<string> {
  const made = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: `${root}/${source}`, formats: ['iife'], name: 'script' },
    },
  })
  const [first] = Array.isArray(made) ? made : [made]
  if (!first || !('output' in first)) throw new Error(`${source} gave no script`)
  return first.output[0].code
}
