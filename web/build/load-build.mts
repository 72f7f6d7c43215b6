import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { WEB } from './plain-script.mts'

const DIST = join(WEB, 'dist')

/** Modules of every page with a session: the entry, React with the router, the live connection. */
export const EVERY_PAGE = [
  'index.html',
  'areas/shell/start-area.tsx',
  '../node_modules/socket.io-client/build/esm/index.js',
]

/** Loads the manifest of the last build, which the server does not serve. Throws if the web app is not built. */
export function loadBuild() {
  const path = join(DIST, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error('The web app is not built: run node scripts/prepare.mjs test.')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  const getChunk = (module: string) => {
    const chunk = manifest[module]
    if (!chunk) throw new Error(`${module} is no chunk of the web app any more`)
    return chunk
  }
  /** Returns the modules with everything that they import at once. */
  const withImports = (modules: Iterable<string>): Set<string> => {
    const found = new Set(modules)
    for (const module of found) for (const imported of getChunk(module).imports ?? []) found.add(imported)
    return found
  }
  return {
    /** Returns the scripts of these modules and of everything that they import at once. */
    scriptsOf: (modules: Iterable<string>): string[] =>
      [...new Set([...withImports(modules)].map((module) => getChunk(module).file))].filter((file) =>
        file.endsWith('.js'),
      ),
    /** Returns what the chunk of a module imports only when it is needed. */
    lazyImportsOf: (module: string): readonly string[] => getChunk(module).dynamicImports ?? [],
    /** The same of a module with everything that it imports at once. */
    allLazyImportsOf: (module: string): string[] => [
      ...new Set([...withImports([module])].flatMap((imported) => getChunk(imported).dynamicImports ?? [])),
    ],
  }
}

/** Returns the size of a file of the build in bytes, as browsers get it: in Brotli, or plain if it is small. */
export function transferredBytes(file: string): number {
  const path = join(DIST, file)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

/** Returns a file of the build. */
export function loadBuiltFile(file: string): string {
  return readFileSync(join(DIST, file), 'utf8')
}
