import type { Plugin } from 'vite'
import { type FirstModules, firstFiles } from './first-files.mts'
import { plainScript } from './plain-script.mts'

/** Its placeholder in the page. */
const PLACE = '<!-- boot.ts -->'

/**
 * boot.ts as a classic script in the head: it must run before the first paint, and a module never does. Bundled with
 * what it imports, so that the rules it applies stand in one place. `FIRST_FILES` in it becomes the names of the files that
 * each area begins with.
 */
export function bootScript(source: string, first: FirstModules): Plugin {
  return {
    name: 'boot-script',
    transformIndexHtml: {
      order: 'post',
      // in the page itself, which saves a round trip; the server allows it by its hash
      async handler(html, { bundle }) {
        const [before, after] = html.split(PLACE)
        if (after === undefined) throw new Error(`the page has no place for ${source}`)
        const code = await plainScript(source)
        // while developing, nothing is bundled
        const names = JSON.stringify(bundle ? firstFiles(first, bundle) : {})
        return `${before}<script>${code.trim().replaceAll('FIRST_FILES', () => names)}</script>${after}`
      },
    },
  }
}
