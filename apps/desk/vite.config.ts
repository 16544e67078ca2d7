import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { materialIcons } from '@tavla/ui/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const backend = process.env.BACKEND ?? 'http://127.0.0.1:8000'

export default defineConfig({
  base: '/',
  plugins: [
    { ...optimizeLocales.vite({ locales: ['en-GB', 'he-IL'] }), enforce: 'pre' as const },
    react(),
    materialIcons(),
  ],
  build: {
    // Browsers with anchored popovers' neighbours: light-dark(), nesting, :dir(), top layer.
    target: ['chrome125', 'edge125', 'firefox129', 'safari17.5'],
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': backend,
      '/files': backend,
      '/private': backend,
      '/socket.io': { target: backend, ws: true },
    },
  },
})
