import type { Plugin } from 'vite'
import { type FirstModules, getFirstFiles } from './first-files.mts'
import { buildScript } from './plain-script.mts'

const PLACEHOLDER = '<!-- boot.ts -->'

export function createBootScriptPlugin(source: string, first: FirstModules): Plugin {
  return {
    name: 'boot-script',
    transformIndexHtml: {
      order: 'post',
      // The script is inline to save a request. The server's content security policy allows it by its hash.
      async handler(html, { bundle }) {
        const [htmlBefore, htmlAfter] = html.split(PLACEHOLDER)
        if (htmlAfter === undefined) throw new Error(`the page has no place for ${source}`)
        const code = await buildScript(source)
        // The development server creates no bundle, so there are no file names.
        const names = JSON.stringify(bundle ? getFirstFiles(first, bundle) : {})
        return `${htmlBefore}<script>${code.trim().replaceAll('FIRST_FILES', () => names)}</script>${htmlAfter}`
      },
    },
  }
}
