import path from 'node:path'
import { build, type Rolldown } from 'vite'
import { workOutPairs } from './expression-pairs.ts'
import { expect, test } from './fixtures.ts'

const count = 2_000

test('server and browser work 2,000 generated definitions and records out alike, to the byte @once', async ({
  page,
}) => {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: path.join(import.meta.dirname, 'expression-pairs.ts'), formats: ['iife'], name: 'pairs' },
    },
  })
  const [{ output }] = made as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  await page.addScriptTag({ content: output[0].code })
  const inBrowser = await page.evaluate((number) => {
    const { pairs } = globalThis as unknown as { pairs: { workOutPairs(count: number): string[] } }
    return pairs.workOutPairs(number)
  }, count)
  const here = workOutPairs(count)
  expect(inBrowser.filter((text, at) => text !== here[at])).toEqual([])
  expect(new Set(here).size).toBeGreaterThan(count - 100)
})
