import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { WEB } from './plain-script.mts'

/**
 * App icons of `installable-app.ts`. Browsers cache them for a year, so a changed icon needs a new number in
 * its name.
 */
const ICONS = ['app-icon-1-192.png', 'app-icon-1-512.png', 'app-icon-1-maskable.png']

/** Image decoders for scanned PDFs. pdf.js requests them by file name (`ui/pdf/pdf-document.ts`). */
const DECODERS = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']

/** Emits assets whose file names have no content hash. */
export function namedAssets(): Plugin {
  return {
    name: 'named-assets',
    apply: 'build',
    async generateBundle() {
      const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
      const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
      const emit = async (fileName: string, path: string): Promise<void> => {
        this.emitFile({ type: 'asset', fileName: `assets/${fileName}`, source: await readFile(path) })
      }
      for (const icon of ICONS) await emit(icon, join(WEB, 'ui/art', icon))
      for (const decoder of DECODERS)
        await emit(`pdf-${version}/${decoder}`, join(dirname(manifest), 'wasm', decoder))
    },
  }
}
