import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apiReader } from './build/api-reader.mts'
import { bootScript } from './build/boot-script.mts'
import { namedAssets } from './build/named-assets.mts'
import { precompress } from './build/precompress.mts'
import { serviceWorker } from './build/service-worker.mts'
import { sharedChunks } from './build/shared-chunks.mts'

/** The residents' shell with the pages that they open every day. */
const DAILY = ['areas/resident/start.tsx']

const shared = sharedChunks({ core: ['main.ts', 'features/login/login.ts'], daily: DAILY })

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    shared.plugin,
    bootScript('boot.ts', {
      client: DAILY,
      admin: ['areas/admin/start.tsx'],
      'super-admin': ['areas/super-admin/start.tsx'],
    }),
    serviceWorker('features/offline/service-worker.ts', {
      // and the announcement that home shows, to be read on without a connection
      all: ['index.html', 'features/login/login.ts', ...DAILY, 'features/posts/resident/mail-page.tsx'],
    }),
    namedAssets(),
    apiReader(),
    precompress(),
  ],
  publicDir: false,
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': 'http://127.0.0.1:3000',
      '/files': 'http://127.0.0.1:3000',
      '/socket.io': { target: 'http://127.0.0.1:3000', ws: true },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // browsers of the last three years: the pages use :has, the popover attribute and <dialog> anyway
    target: ['chrome115', 'firefox125', 'safari17'],
    // no data: addresses, which the content-security policy would have to allow
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // The frame that every signed-in page needs, in a file that stays cached while the pages change, and what the
        // login and the daily pages share. All else falls into chunks by who imports it.
        codeSplitting: {
          groups: [
            {
              name: 'frame',
              test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|@tanstack|react-router)[\\/]/,
            },
            { name: 'core', test: shared.has('core') },
            { name: 'daily', test: shared.has('daily') },
          ],
        },
      },
    },
  },
})
