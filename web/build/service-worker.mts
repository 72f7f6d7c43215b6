import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { type FirstModules, firstFiles } from './first-files.mts'
import { plainScript } from './plain-script.mts'

/** Builds the service worker at the root, which controls every page, with its precached files. */
export function serviceWorker(source: string, keeps: FirstModules): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'))
      const files = [...new Set([...Object.values(firstFiles(keeps, bundle)).flat(), ...fonts])]
      const names = JSON.stringify(files)
      const id = createHash('sha256').update(Object.keys(bundle).toSorted().join()).digest('hex').slice(0, 12)
      const code = await plainScript(source)
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: code.replaceAll('SHELL_FILES', () => names).replaceAll('BUILD_ID', `'${id}'`),
      })
    },
  }
}
