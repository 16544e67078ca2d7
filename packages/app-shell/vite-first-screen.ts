import { gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite'

/** KiB of code and styles as transferred (gzip) that a browser may load before a screen shows. */
const budgets = { 'sign-in page': 110, 'first screen': 190 }

/** Files with what loads after the first screen. Opening one record loads nearly all of it. */
const later = [
  { name: 'kept', test: /\/packages\/(client|contract)\// },
  // Sums, groups and paper follow the rows of every list.
  { name: 'list', test: /\/packages\/entity-ui\/src\/(list|summary|groups)\// },
  // Inputs for dates are large, few records have rows, and the options of a list belong to the list.
  {
    name: 'record',
    test: /\/packages\/(entity-ui\/src\/(?!header|list\/|summary|groups)|fields\/src\/(?!table)|ui\/src\/(?!dates|overlay\/Popover)|app-shell\/src\/records)/,
  },
]

/**
 * Vite plugin: puts everything that the first screen behind the sign-in page needs into one file and most of what
 * loads after it into three, and fails a build whose sign-in page or first screen loads more than `budgets`. The bundler
 * would make a file of each set of modules that the same parts share: ninety files, which together are a tenth larger
 * and each cost a request. A build of its own tells the modules, because only a finished build knows which of a
 * package's modules a screen uses.
 * @param entry the module that exports the first screen, from the application's folder
 */
export function firstScreen(entry: string, config: UserConfig): Plugin {
  return {
    name: 'first-screen',
    apply: 'build',
    async config({ root = process.cwd() }) {
      const output = await tryBuild(root, config)
      const first = filesOfFirstScreen(output, entry)
      const modules = modulesOf(first)
      // Its own file keeps its name in the manifest.
      for (const id of modules) if (id.endsWith(`/${entry}`)) modules.delete(id)
      const group = {
        name: 'first-screen',
        test: (id: string) => modules.has(id),
        includeDependenciesRecursively: false,
      }
      const early = new Set([...filesOfSignIn(output), ...first])
      const late = modulesOf(output.filter((file) => file.type === 'chunk').filter((chunk) => !early.has(chunk)))
      const groups = later.map(({ name, test }) => ({
        name,
        test: (id: string) => late.has(id) && test.test(id),
        includeDependenciesRecursively: false,
      }))
      return { build: { rolldownOptions: { output: { codeSplitting: { groups: [group, ...groups] } } } } }
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const output = Object.values(bundle)
        checkBudget('sign-in page', output, filesOfSignIn(output))
        checkBudget('first screen', output, [...filesOfSignIn(output), ...filesOfFirstScreen(output, entry)])
      },
    },
  }
}

type Output = readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]

async function tryBuild(root: string, config: UserConfig): Promise<Output> {
  const made = await build({
    ...config,
    root,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false },
  })
  return (made as Rolldown.RolldownOutput).output
}

const modulesOf = (chunks: readonly Rolldown.OutputChunk[]) => new Set(chunks.flatMap(({ moduleIds }) => moduleIds))

function filesOfSignIn(output: Output): Rolldown.OutputChunk[] {
  return staticFiles(output, (chunk) => chunk.isEntry)
}

/** The first screen's own files, without those that the sign-in page has loaded before. */
function filesOfFirstScreen(output: Output, entry: string): Rolldown.OutputChunk[] {
  const before = new Set(filesOfSignIn(output))
  return staticFiles(output, ({ facadeModuleId }) => facadeModuleId?.endsWith(`/${entry}`) === true).filter(
    (chunk) => !before.has(chunk),
  )
}

/** The first chunk for which the question is true, and all that it imports. */
function staticFiles(output: Output, isFirst: (chunk: Rolldown.OutputChunk) => boolean): Rolldown.OutputChunk[] {
  const chunks = output.filter((file) => file.type === 'chunk')
  const first = chunks.find(isFirst)
  if (!first) throw new Error('The first screen is no part of the build')
  const found = new Set([first])
  for (const { imports } of found) for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  return [...found]
}

function checkBudget(screen: keyof typeof budgets, output: Output, chunks: readonly Rolldown.OutputChunk[]): void {
  const styles = new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  const sources = output.flatMap((file) => (file.type === 'asset' && styles.has(file.fileName) ? [file.source] : []))
  const sizes = [...chunks.map(({ code }) => code), ...sources].map((source) => gzipSync(source).length)
  const size = sizes.reduce((sum, one) => sum + one, 0) / 1024
  if (size <= budgets[screen]) return
  throw new Error(`The ${screen} loads ${size.toFixed(1)} KiB at first, more than ${budgets[screen]}`)
}
