import { join } from 'node:path'
import type { Plugin } from 'vite'
import { WEB } from './plain-script.mts'

/**
 * Pages of each shared chunk, by chunk name. A module that pages of several chunks import goes into the first
 * of them.
 */
type Shared<Name extends string> = Readonly<Record<Name, readonly string[]>>

/**
 * Puts modules that several pages share into one chunk, because on a phone an additional request takes longer
 * than additional bytes.
 */
export function sharedChunks<Name extends string>(
  shared: Shared<Name>,
): { plugin: Plugin; has: (name: Name) => (id: string) => boolean } {
  const places = new Map<string, Name>()
  const plugin: Plugin = {
    name: 'shared-chunks',
    apply: 'build',
    buildEnd(error) {
      if (error) return
      const visited = new Set<string>()
      const walk = (id: string, name: Name): void => {
        if (visited.has(id)) return
        visited.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) {
          if (!places.has(imported)) places.set(imported, name)
          walk(imported, name)
        }
      }
      for (const name of Object.keys(shared) as Name[]) {
        for (const page of shared[name]) {
          const id = join(WEB, page)
          if (!this.getModuleInfo(id)) throw new Error(`${page} is no module of the web app any more`)
          walk(id, name)
        }
      }
    },
  }
  return { plugin, has: (name) => (id) => places.get(id) === name }
}
