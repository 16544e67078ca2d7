import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { layerOrder, materialIcons } from '@tavla/ui/vite'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'

// The server compares a call's origin with the host it came to, so that host has to arrive as it was sent.
const backend = { target: process.env.BACKEND ?? 'http://127.0.0.1:8000', changeOrigin: false }

/** How every front end of ours is bundled, and in development served beside its backend. */
export const frontEndConfig: UserConfig = {
  base: '/',
  plugins: [
    { ...optimizeLocales.vite({ locales: ['en-US', 'en-GB', 'he-IL'] }), enforce: 'pre' as const },
    react(),
    materialIcons(),
    layerOrder(),
  ],
  build: {
    // What the style sheets count on: light-dark(), nesting, :dir(), popovers.
    target: ['chrome125', 'edge125', 'firefox129', 'safari17.5'],
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What changes with a release of a library stays cached over our own releases.
        codeSplitting: {
          groups: [{ name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router|cookie-es)\// }],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': backend,
      '/files': backend,
      '/private': backend,
      '/socket.io': { ...backend, ws: true },
    },
  },
}
