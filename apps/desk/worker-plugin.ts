import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import type { Build } from './src/worker/scope.ts'

const source = fileURLToPath(new URL('src/worker/sw.ts', import.meta.url))

/** Files of a build that its worker does not keep: thousands of icons, of which the page shows a few, and lists of files. */
const leftOut = /^(assets\/icons\/|\.vite\/|index\.html$)/

/** Vite plugin: writes the service worker beside the build, with the names of the files that it keeps. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // The page is in the bundle by now.
      order: 'post',
      async handler(_options, bundle) {
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await bundleWorker(buildOf(bundle)) })
      },
    },
  }
}

function buildOf(bundle: Rolldown.OutputBundle): Build {
  const page = bundle['index.html']
  const html = page?.type === 'asset' ? String(page.source) : ''
  const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1]
  if (entry === undefined) throw new Error('The page of the build has no first script')
  const names = Object.keys(bundle).filter((name) => !leftOut.test(name))
  const files = [...names.map((name) => `/${name}`), '/favicon.svg'].sort()
  const id = createHash('sha256').update(html).update(files.join()).digest('base64url').slice(0, 12)
  return { id, entry, files }
}

async function bundleWorker(ours: Build): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { tavlaBuild: JSON.stringify(ours) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: source, output: { format: 'iife' } },
    },
  })
  const { output } = (Array.isArray(made) ? made[0] : made) as Rolldown.RolldownOutput
  return output[0].code
}
