import { createHash } from 'node:crypto'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { layerOrder, materialIcons } from '@tavla/ui/vite'
import react from '@vitejs/plugin-react'
import type { Plugin, UserConfig } from 'vite'
import { applyTheme } from './src/frame/apply-theme.ts'
import { firstScreen } from './vite-first-screen.ts'

// The server compares a call's origin with its host, so the proxy must keep the host.
const backend = { target: process.env.BACKEND ?? 'http://127.0.0.1:8000', changeOrigin: false }

const signInParts =
  /packages\/(client\/src\/(request|query-string|reach|api-error|listeners|observable)|app-shell\/src\/(boot\/(app-|call|return-path|hints)|root\/open-count|shell)|ui\/src\/(texts|listeners|class-names|text-direction|icon\/Glyph|action\/(Button|button|Link)|field\/(FieldBox|TextField|PasswordField|field|input)|overlay\/top-window))\b/

/**
 * The build of a front end, and in development its server beside the backend. `first` is the module that exports the
 * first screen behind the sign-in page.
 */
export function frontEndConfig(first: string): UserConfig {
  return { ...common, plugins: [...(common.plugins ?? []), firstScreen(first, common)] }
}

const common: UserConfig = {
  base: '/',
  plugins: [
    { ...optimizeLocales.vite({ locales: ['en-US', 'en-GB', 'he-IL'] }), enforce: 'pre' as const },
    react(),
    materialIcons(),
    layerOrder(),
    themeFirst(),
    withoutInstrumentation(),
  ],
  build: {
    // The browsers that support what our style sheets use: light-dark(), nesting, :dir(), popovers.
    target: ['chrome125', 'edge125', 'firefox129', 'safari17.5'],
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Libraries change rarely, so browsers keep them cached across our releases.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router|cookie-es)\//, priority: 2 },
            // The parts that the sign-in page shares with every other page: one file is smaller than ten.
            { name: 'base', test: signInParts, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': backend,
      '/files': backend,
      '/private': backend,
      '/mail-frame.html': backend,
      '/manifest.webmanifest': backend,
      '/socket.io': { ...backend, ws: true },
    },
  },
}

/**
 * Vite plugin: puts the chosen theme first in the page. A module would run after the first paint, and the content
 * security policy forbids inline scripts, so it is a file of its own.
 */
function themeFirst(): Plugin {
  const source = `(${String(applyTheme).replace(/\n\s+/g, '\n')})()`
  const fileName = `assets/theme-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
  return {
    name: 'theme-first',
    transformIndexHtml: {
      order: 'post',
      handler(html, { server }) {
        const script = server ? `<script>${source}</script>` : `<script src="/${fileName}"></script>`
        return html.replace('</title>', `</title>\n    ${script}`)
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source })
    },
  }
}

/**
 * Vite plugin: removes the router's instrumentation. Bundlers cannot drop it, because the router imports it for an
 * option that we never set. A new export in a later version fails the build with its name.
 */
function withoutInstrumentation(): Plugin {
  return {
    name: 'without-instrumentation',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/react-router\/dist\/production\/lib\/router\/instrumentation\.js$/ },
      handler: () => `
        export const consumeInstrumentationClientResultMetaReceiver = () => undefined
        export const getRouteInstrumentationUpdates = () => ({})
        export const instrumentClientSideRouter = (router) => router
        export const instrumentHandler = undefined
        export const instrumentationResultMetaContext = undefined`,
    },
  }
}
