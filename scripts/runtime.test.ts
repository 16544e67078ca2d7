import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

test('every place that pins the runtime names the same version of Node', () => {
  const pinned = read('.node-version').trim()
  const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }
  const packages = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
  expect(packages.length).toBeGreaterThan(0)
  for (const [name, version] of packages) expect([name, version]).toEqual([name, pinned])
  for (const file of ['Containerfile', '.devcontainer/Containerfile']) {
    const versions = [...read(file).matchAll(/^FROM \S+\/node:([0-9.]+)/gm)].map(([, version]) => version)
    expect(versions.length).toBeGreaterThan(0)
    for (const version of versions) expect([file, version]).toEqual([file, pinned])
  }
})
