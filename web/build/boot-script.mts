import { build, type Plugin } from 'vite'

/**
 * boot.ts as a classic script in the head: it must run before the first paint, and a module never does. Bundled with
 * what it imports, so that the rules it applies stand in one place.
 */
export function bootScript(source: string): Plugin {
  let code = ''
  let root = ''
  const bundle = async (): Promise<string> => {
    const made = await build({
      configFile: false,
      root,
      publicDir: false,
      logLevel: 'silent',
      build: {
        write: false,
        target: 'es2022',
        lib: { entry: `${root}/${source}`, formats: ['iife'], name: 'boot' },
      },
    })
    const [first] = Array.isArray(made) ? made : [made]
    if (!first || !('output' in first)) throw new Error(`${source} gave no script`)
    return first.output[0].code
  }
  return {
    name: 'boot-script',
    configResolved(config) {
      root = config.root
    },
    async buildStart() {
      code = await bundle()
    },
    configureServer(server) {
      server.middlewares.use('/boot.js', (_request, response) => {
        void bundle().then((fresh) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(fresh)
        })
      })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle: built }) {
        let src = '/boot.js'
        if (built) {
          const reference = Object.keys(built).find((name) => /boot-[\w-]+\.js$/.test(name))
          if (!reference) throw new Error('the boot script was not emitted')
          src = `/${reference}`
        }
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }]
      },
    },
    generateBundle: {
      order: 'pre',
      handler() {
        this.emitFile({ type: 'asset', name: 'boot.js', source: code })
      },
    },
  }
}
