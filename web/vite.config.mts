import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apiReader } from './build/api-reader.mts'
import { bootScript } from './build/boot-script.mts'
import { namedAssets } from './build/named-assets.mts'
import { openPage } from './build/open-page.mts'
import { precompress } from './build/precompress.mts'
import { serviceWorker } from './build/service-worker.mts'
import { sharedChunks } from './build/shared-chunks.mts'

/** Entry of the residents' area: the shell, and the pages that residents use daily. */
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
      gate: ['areas/gate/start.tsx'],
      'super-admin': ['areas/super-admin/start.tsx'],
    }),
    serviceWorker('worker/service-worker.ts', {
      // Files that residents need offline: they can read an announcement of the home page and show a pass.
      shell: [
        'index.html',
        'features/login/login.ts',
        ...DAILY,
        'features/posts/resident/mail-page.tsx',
        'features/passes/pass-screen.tsx',
      ],
      gate: [
        'areas/gate/start.tsx',
        // An offline logout loads this code from the cache, because it deletes the data of the device.
        'features/gate/store/device-store.ts',
        'features/gate/scan/zxing.ts',
        'features/walk-ins/walk-in-form.tsx',
      ],
    }),
    namedAssets(),
    // The pass is a page of its own, because guests open it without a login.
    openPage('pass.html'),
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
    // Browsers of the last three years. Pages need `:has()`, the popover attribute and `<dialog>`.
    target: ['chrome115', 'firefox125', 'safari17'],
    // Assets are not inlined, because the content-security policy does not allow data: URLs.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // `frame`: libraries that all pages with a session use. Its file stays cached when only pages change.
        // `core` and `daily`: code shared by the login and the daily pages. Other code is split by importer.
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
