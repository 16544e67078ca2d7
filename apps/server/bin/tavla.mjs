#!/usr/bin/env -S node --max-semi-space-size=4
// Plain JavaScript that any Node from 20 on understands: it finds the Node that the rest needs.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const needed = 26
const args = process.argv.slice(2)
const here = dirname(fileURLToPath(import.meta.url))

if (Number.parseInt(process.versions.node, 10) >= needed) {
  // Types erased and code compiled once, not at every start.
  module.enableCompileCache?.(join(here, '../../../node_modules/.cache/tavla'))
  const { main } = await import('../src/cli/main.ts')
  await main(args)
} else runWithPinnedNode()

function runWithPinnedNode() {
  const node = findPinnedNode(here)
  if (!node) {
    process.stderr.write(`Tavla needs Node ${needed} or newer; "npm ci" in its folder brings it.\n`)
    process.exit(1)
  }
  const child = spawn(node, ['--max-semi-space-size=4', fileURLToPath(import.meta.url), ...args], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl+C reaches the child by itself; a second one would end it at once.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('error', (error) => {
    process.stderr.write(`Tavla could not start ${node} (${error.message}).\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function findPinnedNode(from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
    if (existsSync(candidate)) return candidate
    if (folder === dirname(folder)) return undefined
  }
}
