import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { getFirstFiles } from './first-files.mts'
import { buildScript } from './plain-script.mts'

/** Emits the service worker at the root path, because a worker controls only pages below its own path. */
export function createServiceWorkerPlugin(
  source: string,
  offlineModules: { shell: string[]; gate: string[] },
): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'))
      const { shell = [], gate = [] } = getFirstFiles(offlineModules, bundle)
      const decoders = Object.keys(bundle).filter((name) => name.endsWith('.wasm'))
      const id = createHash('sha256').update(Object.keys(bundle).toSorted().join()).digest('hex').slice(0, 12)
      const code = await buildScript(source)
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: code
          .replaceAll('SHELL_FILES', () => JSON.stringify([...shell, ...fonts]))
          .replaceAll('GATE_FILES', () => JSON.stringify([...gate, ...decoders]))
          .replaceAll('BUILD_ID', `'${id}'`),
      })
    },
  }
}
