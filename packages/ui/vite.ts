import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = path.join(
  path.dirname(fileURLToPath(import.meta.resolve('@material-symbols/svg-400/package.json'))),
  'rounded',
)
const outline = /^[a-z0-9_]+(?<!-fill)\.svg$/

/** The statement of the style sheets that fixes the order of the layers. */
const order = /^@layer [^;{]+;/m.exec(
  readFileSync(fileURLToPath(new URL('src/styles/index.css', import.meta.url)), 'utf8'),
)?.[0]

interface Asset {
  type: string
  source?: unknown
}
interface Emitter {
  emitFile(file: { type: 'asset'; fileName: string; source: string }): string
}
interface Request {
  url?: string | undefined
}
interface Reply {
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}
interface DevServer {
  middlewares: { use(handler: (request: Request, reply: Reply, next: () => void) => void): unknown }
}

/**
 * Vite plugin: writes every Material Symbol beside the build as `assets/icons/<name>.svg`; the browser fetches it when
 * an icon is drawn.
 */
export function materialIcons() {
  return {
    name: 'material-icons',
    generateBundle(this: Emitter) {
      for (const file of readdirSync(folder).filter((name) => outline.test(name))) {
        const source = readFileSync(path.join(folder, file), 'utf8')
        this.emitFile({ type: 'asset', fileName: `assets/icons/${file}`, source })
      }
    },
    configureServer(server: DevServer) {
      server.middlewares.use((request, reply, next) => {
        const file = /\/assets\/icons\/([a-z0-9_]+\.svg)$/.exec(request.url ?? '')?.[1]
        if (file === undefined || !readdirSync(folder).includes(file)) return next()
        reply.setHeader('Content-Type', 'image/svg+xml')
        reply.end(readFileSync(path.join(folder, file), 'utf8'))
      })
    },
  }
}

/**
 * Vite plugin: begins every style sheet of the build, and in development the page, with the order of the layers.
 * Bundling drops the statement and may load sheets in any order, so the first sheet would decide.
 */
export function layerOrder() {
  return {
    name: 'layer-order',
    enforce: 'post' as const,
    transformIndexHtml: (html: string, { server }: { server?: unknown }) =>
      server ? html.replace('</title>', `</title>\n    <style>${order}</style>`) : html,
    generateBundle(_options: unknown, bundle: Record<string, Asset>) {
      for (const [name, asset] of Object.entries(bundle))
        if (name.endsWith('.css') && asset.type === 'asset') asset.source = order + String(asset.source)
    },
  }
}
