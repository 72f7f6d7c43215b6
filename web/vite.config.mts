import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apiReader } from './build/api-reader.mts'
import { bootScript } from './build/boot-script.mts'
import { namedAssets } from './build/named-assets.mts'
import { openPage } from './build/open-page.mts'
import { precompress } from './build/precompress.mts'
import { serviceWorker } from './build/service-worker.mts'
import { sharedChunks } from './build/shared-chunks.mts'

/** Shell of the residents with the pages that they use daily. */
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
      // Residents can read the home page's announcement offline, and show a pass.
      shell: [
        'index.html',
        'features/login/login.ts',
        ...DAILY,
        'features/posts/resident/mail-page.tsx',
        'features/passes/pass-screen.tsx',
      ],
      gate: [
        'areas/gate/start.tsx',
        // An offline logout loads the code that wipes the device from the cache.
        'features/gate/store/device-store.ts',
        'features/gate/scan/zxing.ts',
        'features/walk-ins/walk-in-form.tsx',
      ],
    }),
    namedAssets(),
    // Guests open it without a login.
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
    // Browsers of the last three years, because pages need :has, the popover attribute and <dialog>.
    target: ['chrome115', 'firefox125', 'safari17'],
    // The content-security policy does not allow data: addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // `frame` has the code of all pages with a session and stays cached while pages change. `core` and
        // `daily` have code that the login and daily pages share. Other code is split by importer.
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
