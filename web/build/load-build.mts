import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { WEB_PATH } from './plain-script.mts'

const DIST_PATH = join(WEB_PATH, 'dist')

/**
 * Modules that every page with a session loads: the entry, React with the router, and the live connection.
 */
export const COMMON_MODULES = [
  'index.html',
  'areas/shell/start-area.tsx',
  '../node_modules/socket.io-client/build/esm/index.js',
]

/** Throws if the web app is not built. */
export function loadBuild() {
  const path = join(DIST_PATH, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error('The web app is not built: run node scripts/prepare.mjs test.')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  const getChunk = (module: string) => {
    const chunk = manifest[module]
    if (!chunk) throw new Error(`${module} is no chunk of the web app any more`)
    return chunk
  }
  const addImports = (modules: Iterable<string>): Set<string> => {
    const moduleNames = new Set(modules)
    for (const module of moduleNames)
      for (const importedModule of getChunk(module).imports ?? []) moduleNames.add(importedModule)
    return moduleNames
  }
  return {
    listScripts: (modules: Iterable<string>): string[] =>
      [...new Set([...addImports(modules)].map((module) => getChunk(module).file))].filter((file) =>
        file.endsWith('.js'),
      ),
    listLazyImports: (module: string): readonly string[] => getChunk(module).dynamicImports ?? [],
    listAllLazyImports: (module: string): string[] => [
      ...new Set(
        [...addImports([module])].flatMap((importedModule) => getChunk(importedModule).dynamicImports ?? []),
      ),
    ],
  }
}

/** Returns the size of the Brotli file; without one, of the uncompressed file. */
export function getTransferredBytes(file: string): number {
  const path = join(DIST_PATH, file)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

export function loadBuiltFile(file: string): string {
  return readFileSync(join(DIST_PATH, file), 'utf8')
}
