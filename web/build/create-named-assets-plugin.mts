import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { WEB_PATH } from './plain-script.mts'

/**
 * App icons of `serve-installable-app.ts`. Browsers cache them for a year, so a changed icon needs a new
 * number in its name.
 */
const ICON_FILES = ['app-icon-1-192.png', 'app-icon-1-512.png', 'app-icon-1-maskable.png']

/** Image decoders for scanned PDFs. pdf.js requests them by file name (`ui/pdf/pdf-document.ts`). */
const DECODER_FILES = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']

export function createNamedAssetsPlugin(): Plugin {
  return {
    name: 'named-assets',
    apply: 'build',
    async generateBundle() {
      const pdfjsManifestPath = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
      const { version } = JSON.parse(await readFile(pdfjsManifestPath, 'utf8')) as { version: string }
      const emitAsset = async (fileName: string, path: string): Promise<void> => {
        this.emitFile({ type: 'asset', fileName: `assets/${fileName}`, source: await readFile(path) })
      }
      for (const icon of ICON_FILES) await emitAsset(icon, join(WEB_PATH, 'ui/art', icon))
      for (const decoder of DECODER_FILES)
        await emitAsset(`pdf-${version}/${decoder}`, join(dirname(pdfjsManifestPath), 'wasm', decoder))
    },
  }
}
