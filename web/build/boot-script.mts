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
  let code = ''
  let root = ''
  return {
    name: 'boot-script',
    configResolved(config) {
      root = config.root
    },
    async buildStart() {
      code = await plainScript(root, source)
    },
    configureServer(server) {
      server.middlewares.use('/boot.js', (_request, response) => {
        void plainScript(root, source).then((fresh) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(fresh.replaceAll('FIRST_FILES', '{}'))
        })
      })
    },
    transformIndexHtml: {
      order: 'post',
      // in the page itself, which saves a round trip; the server allows it by its hash
      handler(html, { bundle: built }) {
        const [before, after] = html.split(PLACE)
        if (after === undefined) throw new Error(`the page has no place for ${source}`)
        if (!built) return `${before}<script src="/boot.js"></script>${after}`
        const names = JSON.stringify(firstFiles(first, built))
        return `${before}<script>${code.trim().replaceAll('FIRST_FILES', () => names)}</script>${after}`
      },
    },
  }
}
