import type { Plugin } from 'vite'
import { type FirstModules, firstFiles } from './first-files.mts'
import { plainScript } from './plain-script.mts'

const PLACEHOLDER = '<!-- boot.ts -->'

export function bootScript(source: string, first: FirstModules): Plugin {
  return {
    name: 'boot-script',
    transformIndexHtml: {
      order: 'post',
      // Inline, because this saves a round trip. The server allows the script by its hash.
      async handler(html, { bundle }) {
        const [before, after] = html.split(PLACEHOLDER)
        if (after === undefined) throw new Error(`the page has no place for ${source}`)
        const code = await plainScript(source)
        // The development server does not bundle.
        const names = JSON.stringify(bundle ? firstFiles(first, bundle) : {})
        return `${before}<script>${code.trim().replaceAll('FIRST_FILES', () => names)}</script>${after}`
      },
    },
  }
}
