import { globSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { root } from '../children.ts'
import { putInPlace } from '../front-ends.ts'

const folder = path.join(root, 'node_modules/.cache/tavla-one-file')

/** Modules that the server finds by their folders. */
const foundByFolder = [
  'apps/server/src/modules/*/module.ts',
  'apps/server/src/http/routes/**/*.ts',
  'packages/fields/src/*/*.server.ts',
]

/**
 * The files that begin the parts of the server, and with each part all that it imports beyond the parts before it: what is
 * loaded together loads faster from one file than from many. The last part is what every site needs and a check does not.
 */
const parts = [
  'packages/fields/src/*/*.server.ts',
  'apps/server/src/cli/check.ts',
  'apps/server/src/{modules/!(hq|sample)/module,http/routes/**/*}.ts',
]

/** Packages that the server loads only when it needs them, or that read files beside their own. */
const outside =
  /^(?:node:.*|sharp|nodemailer.*|imapflow|file-type|@kubernetes\/.*|openid-client|sanitize-html|pg|pino)$/

/**
 * Puts the server's sources and packages into a few files, for the processes that tests start: a process loads these in
 * a third of the time that the single files take. They lie below `node_modules`, where the packages outside of them are
 * found. The front ends and data files stay where they are.
 * @returns the option for Node with which `tavla` runs from these files
 */
export async function putServerInOneFile(): Promise<string> {
  const redirection = pathToFileURL(path.join(import.meta.dirname, 'redirect.mjs'))
  redirection.searchParams.set('main', pathToFileURL(path.join(folder, 'main.js')).href)
  const option = `--import=${redirection.href}`
  const bundle = await rolldown({
    cwd: root,
    input: { main: 'apps/server/src/cli/main.ts' },
    platform: 'node',
    external: outside,
    // The server runs in full, so there is little to leave out, and looking for it takes most of the time.
    treeshake: false,
    // Parts may hold what is imported later.
    checks: { ineffectiveDynamicImport: false },
    plugins: [sourcePlaces(), modulesByFolder(), sitesOfHq(option)],
  })
  const aside = `${folder}-${process.pid}`
  await bundle.write({ dir: aside, format: 'esm', codeSplitting: { groups: parts.map(groupOf) } })
  await bundle.close()
  // Without it, Node parses each file twice to find out what it is.
  writeFileSync(path.join(aside, 'package.json'), '{ "type": "module" }')
  putInPlace(aside, folder)
  return option
}

const groupOf = (glob: string, at: number) => ({
  name: `part-${at}`,
  priority: parts.length - at,
  test: (id: string) => path.matchesGlob(path.relative(root, id), glob),
})

/** Every source file still knows its own place, for the data files and threads beside it. */
function sourcePlaces(): Plugin {
  return {
    name: 'source-places',
    transform(code, id) {
      if (!isOwn(id) || !code.includes('import.meta.')) return null
      const url = JSON.stringify(pathToFileURL(id).href)
      const folder = JSON.stringify(path.dirname(id))
      return code.replaceAll('import.meta.url', url).replaceAll('import.meta.dirname', folder)
    },
  }
}

/** An import whose address is known only at run time finds its module among those that are found by their folders. */
function modulesByFolder(): Plugin {
  const list = '\0modules-by-folder'
  return {
    name: 'modules-by-folder',
    resolveId: (id) => (id === list ? id : null),
    load: (id) => (id === list ? listOfModules() : null),
    transform(code, id) {
      const changed = isOwn(id) ? code.replaceAll(/\bimport\((?!['"])/g, '$importByAddress(') : code
      return changed === code ? null : `import { $importByAddress } from ${JSON.stringify(list)}\n${changed}`
    },
  }
}

/** An HQ passes no variables on to the sites that it starts, so these get the option among their arguments. */
function sitesOfHq(option: string): Plugin {
  const driver = path.join(root, 'apps/server/src/hosting/local.ts')
  return {
    name: 'sites-of-hq',
    transform: (code, id) => (id === driver ? `${code}\nnodeArguments.push(${JSON.stringify(option)})\n` : null),
  }
}

function listOfModules(): string {
  const files = globSync(foundByFolder, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const entries = files
    .map((file) => JSON.stringify(path.join(root, file)))
    .map((file) => `[${file}, () => import(${file})]`)
  return `import { fileURLToPath } from 'node:url'
const modules = new Map([${entries.join(',\n')}])
export function $importByAddress(address) {
  const load = modules.get(address.startsWith('file:') ? fileURLToPath(address) : address)
  if (!load) throw new Error(\`\${address} is not among the modules that are found by their folders.\`)
  return load()
}`
}

const isOwn = (id: string): boolean => id.endsWith('.ts') && !id.includes('node_modules')
