import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

/** The default export of a route file: registers its routes on `app`, whose prefix is the file's path. */
export type RouteFile = (app: FastifyInstance) => void

/** Registers every file below `routes/`. The path of a file is its address; `index.ts` stands for its folder. */
export async function registerRoutes(app: FastifyInstance): Promise<void> {
  const root = fileURLToPath(new URL('./routes', import.meta.url))
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
  const loaded = await Promise.all(files.map(loadRoutes))
  for (const [index, routes] of loaded.entries()) {
    const prefix = addressOf(root, files[index] as string)
    app.register(
      (scope, _options, done) => {
        routes(scope)
        done()
      },
      { prefix },
    )
  }
}

async function loadRoutes(file: string): Promise<RouteFile> {
  const { default: routes } = (await import(file)) as { default?: RouteFile }
  if (!routes) throw new Error(`${file} exports no routes`)
  return routes
}

function addressOf(root: string, file: string): string {
  const parts = relative(root, file).replace(/\.ts$/, '').split(sep)
  if (parts.at(-1) === 'index') parts.pop()
  return `/${parts.join('/')}`
}
