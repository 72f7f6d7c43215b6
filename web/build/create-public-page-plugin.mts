import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { STANDALONE_BUILD_OPTIONS, WEB_PATH } from './plain-script.mts'

/**
 * Builds a public page separately from the web app. It shares no code files with the app, so it stays small.
 */
export function createPublicPagePlugin(source: string): Plugin {
  return {
    name: 'open-page',
    apply: 'build',
    async generateBundle() {
      const buildResult = await build({
        ...STANDALONE_BUILD_OPTIONS,
        build: {
          write: false,
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          target: ['chrome115', 'firefox125', 'safari17'],
          rolldownOptions: { input: join(WEB_PATH, source) },
        },
      })
      for (const { output } of [buildResult].flat() as { output: OutputFiles }[])
        for (const file of output)
          this.emitFile({
            type: 'asset',
            fileName: file.fileName,
            source: file.type === 'chunk' ? file.code : file.source,
          })
    },
  }
}

type OutputFiles = readonly (
  | { readonly type: 'chunk'; readonly fileName: string; readonly code: string }
  | { readonly type: 'asset'; readonly fileName: string; readonly source: string | Uint8Array }
)[]
