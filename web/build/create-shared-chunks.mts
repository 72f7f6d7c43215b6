import { join } from 'node:path'
import type { Plugin } from 'vite'
import { WEB_PATH } from './plain-script.mts'

/**
 * Pages of each shared chunk, by chunk name. If pages of several chunks import a module, it goes into the
 * first of these chunks.
 */
type ChunkModules<Name extends string> = Readonly<Record<Name, readonly string[]>>

/**
 * Puts modules that several pages share into one chunk, because on a phone an additional request takes longer
 * than additional bytes.
 */
export function createSharedChunks<Name extends string>(
  chunkModules: ChunkModules<Name>,
): { plugin: Plugin; has: (name: Name) => (id: string) => boolean } {
  const nameByModule = new Map<string, Name>()
  const plugin: Plugin = {
    name: 'shared-chunks',
    apply: 'build',
    buildEnd(error) {
      if (error) return
      const visitedIds = new Set<string>()
      const assignChunkName = (id: string, name: Name): void => {
        if (visitedIds.has(id)) return
        visitedIds.add(id)
        for (const importedId of this.getModuleInfo(id)?.importedIds ?? []) {
          if (!nameByModule.has(importedId)) nameByModule.set(importedId, name)
          assignChunkName(importedId, name)
        }
      }
      for (const name of Object.keys(chunkModules) as Name[]) {
        for (const page of chunkModules[name]) {
          const id = join(WEB_PATH, page)
          if (!this.getModuleInfo(id)) throw new Error(`${page} is no module of the web app any more`)
          assignChunkName(id, name)
        }
      }
    },
  }
  return { plugin, has: (name) => (id) => nameByModule.get(id) === name }
}
