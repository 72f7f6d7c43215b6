import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Raise the number in their names with new pictures: browsers keep them for a year. */
const FILES = ['app-icon-1-192.png', 'app-icon-1-512.png', 'app-icon-1-maskable.png'] as const

/** Puts the icons of the installed app where the manifest says (`server/platform/http/web-app/installable.ts`). */
export function appIcons(folder: string): Plugin {
  let root = ''
  return {
    name: 'app-icons',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async generateBundle() {
      for (const file of FILES) {
        const source = await readFile(join(root, folder, file))
        this.emitFile({ type: 'asset', fileName: `assets/${file}`, source })
      }
    },
  }
}
