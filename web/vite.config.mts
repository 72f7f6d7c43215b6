import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { createApiReaderPlugin } from './build/create-api-reader-plugin.mts'
import { createBootScriptPlugin } from './build/create-boot-script-plugin.mts'
import { createNamedAssetsPlugin } from './build/create-named-assets-plugin.mts'
import { createPrecompressPlugin } from './build/create-precompress-plugin.mts'
import { createPublicPagePlugin } from './build/create-public-page-plugin.mts'
import { createServiceWorkerPlugin } from './build/create-service-worker-plugin.mts'
import { createSharedChunks } from './build/create-shared-chunks.mts'

const DAILY_PAGES = ['areas/resident/start.tsx']

const sharedPageChunks = createSharedChunks({
  core: ['main.ts', 'features/login/login.ts'],
  daily: DAILY_PAGES,
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    sharedPageChunks.plugin,
    createBootScriptPlugin('boot.ts', {
      client: DAILY_PAGES,
      admin: ['areas/admin/start.tsx'],
      gate: ['areas/gate/start.tsx'],
      'super-admin': ['areas/super-admin/start.tsx'],
    }),
    createServiceWorkerPlugin('worker/service-worker.ts', {
      // Files that residents need offline: they can read an announcement of the home page and show a pass.
      shell: [
        'index.html',
        'features/login/login.ts',
        ...DAILY_PAGES,
        'features/posts/resident/mail-page.tsx',
        'features/passes/pass-screen.tsx',
      ],
      gate: [
        'areas/gate/start.tsx',
        // A logout runs this code to delete the data of the device. It is cached, so that a logout works
        // offline.
        'features/gate/store/device-store.ts',
        'features/gate/scan/zxing.ts',
        'features/walk-ins/walk-in-form.tsx',
      ],
    }),
    createNamedAssetsPlugin(),
    // The pass is a separate HTML page, because guests open it without a login.
    createPublicPagePlugin('pass.html'),
    createApiReaderPlugin(),
    createPrecompressPlugin(),
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
        // Names of script files. `frame`: libraries that all pages with a session use; the file stays cached
        // when only pages change. `core` and `daily`: code that the login and the residents' daily pages
        // share. Other code is split by the files that import it.
        codeSplitting: {
          groups: [
            {
              name: 'frame',
              test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|@tanstack|react-router)[\\/]/,
            },
            { name: 'core', test: sharedPageChunks.has('core') },
            { name: 'daily', test: sharedPageChunks.has('daily') },
          ],
        },
      },
    },
  },
})
