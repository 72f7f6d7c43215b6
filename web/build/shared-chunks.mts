import { join } from 'node:path'
import type { Plugin } from 'vite'
import { WEB } from './plain-script.mts'

/** Files of the build, each with the shared code of the pages under its name; the first that has a module keeps it. */
type Shared<Name extends string> = Readonly<Record<Name, readonly string[]>>

/**
 * Puts the code that certain pages share into one file instead of fifty of a few hundred bytes: on a phone another file costs
 * more than a few kilobytes that this page does not need yet. The pages themselves stay files of their own.
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
      const walked = new Set<string>()
      const walk = (id: string, name: Name): void => {
        if (walked.has(id)) return
        walked.add(id)
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
