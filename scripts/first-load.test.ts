import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterEach, expect, test } from 'vitest'
import { firstScreen } from '../packages/app-shell/vite-first-screen.ts'

const root = mkdtempSync(path.join(tmpdir(), 'tavla-first-screen-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('all that the first screen imports comes in one file, and what loads later does not', async () => {
  const files = await chunksOf({
    'main.js': `import('./area.js').then(({ area }) => area())`,
    'area.js': `import { shared } from './shared.js'; export const area = () => [shared, import('./later.js')]`,
    'shared.js': `export const shared = 'for two parts'`,
    'later.js': `import { shared } from './shared.js'; export const later = shared + 'drawn later'`,
  })
  const first = files.find(({ name }) => name === 'first-screen')
  expect(first?.code).toContain('for two parts')
  expect(first?.code).not.toContain('drawn later')
})

test('a build is refused whose sign-in page or first screen is larger than its budget', async () => {
  const text = (size: number) => `export const text = '${randomBytes(size * 512).toString('hex')}'`
  const small = `import { text } from './text.js'; console.log(text)`
  const signIn = chunksOf({
    'main.js': `${small}; import('./area.js')`,
    'area.js': 'export const area = 1',
    'text.js': text(230),
  })
  await expect(signIn).rejects.toThrow(/The sign-in page loads 1\d\d\.\d KiB at first, more than 110/)
  const first = chunksOf({ 'main.js': `import('./area.js')`, 'area.js': small, 'text.js': text(390) })
  await expect(first).rejects.toThrow(/The first screen loads \d+\.\d KiB at first, more than 190/)
})

async function chunksOf(sources: Readonly<Record<string, string>>): Promise<Rolldown.OutputChunk[]> {
  mkdirSync(path.join(root, 'src'), { recursive: true })
  writeFileSync(path.join(root, 'index.html'), '<script type="module" src="/src/main.js"></script>')
  for (const [name, source] of Object.entries(sources)) writeFileSync(path.join(root, 'src', name), source)
  const made = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false },
    plugins: [firstScreen('src/area.js', {})],
  })
  const { output } = made as Rolldown.RolldownOutput
  return output.filter((file) => file.type === 'chunk')
}
