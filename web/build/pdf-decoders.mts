import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const FILES = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'] as const

/** Puts pdf.js's decoders of scanned pages where `ui/pdf/pdf-document.ts` says; it asks for them by their own names. */
export function pdfDecoders(): Plugin {
  return {
    name: 'pdf-decoders',
    apply: 'build',
    async generateBundle() {
      const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
      const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
      for (const file of FILES) {
        const source = await readFile(join(dirname(manifest), 'wasm', file))
        this.emitFile({ type: 'asset', fileName: `assets/pdf-${version}/${file}`, source })
      }
    },
  }
}
