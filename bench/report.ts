import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import path from 'node:path'
import { isReached, type Row } from './measure.ts'

const folder = path.join(import.meta.dirname, 'results')
const widths = [48, 13, 26, 20, 11] as const

export function printHead(title: string): void {
  console.log(`\n${title}`)
  printCells(['', 'value', 'baseline', 'ratio (min–max)', 'target'], '')
}

export function printRow(row: Row): void {
  const { name, value, unit, baseline, ratio, target, note } = row
  const reached = isReached(row)
  const cells = [
    name,
    `${show(value)} ${unit}`.trimEnd(),
    baseline ? `${baseline.name} ${show(baseline.value)}` : '',
    ratio ? `${show(ratio.median)} (${show(ratio.min)}–${show(ratio.max)})` : '',
    target
      ? `${target.least === undefined ? '≤' : '≥'} ${target.least ?? target.most}${target.of === 'ratio' ? ' ×' : ''}`
      : '',
  ]
  printCells(cells, [reached === undefined ? '' : reached ? 'ok' : 'UNDER', note ?? ''].filter(Boolean).join('  '))
}

/** Writes all rows as JSON. Returns the path. */
export function writeResults(groups: Readonly<Record<string, readonly Row[]>>): string {
  const at = new Date().toISOString()
  const file = path.join(folder, `${at.slice(0, 19).replaceAll(':', '-')}.json`)
  const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model, load: loadavg() }
  const results = Object.entries(groups).map(([group, rows]) => ({
    group,
    rows: rows.map((row) => ({ ...row, reached: isReached(row) })),
  }))
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify({ at, machine, results }, null, 2)}\n`)
  return path.relative(process.cwd(), file)
}

function printCells(cells: readonly string[], rest: string): void {
  const padded = cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index] ?? 0)))
  console.log(`${padded.join('  ')}  ${rest}`.trimEnd())
}

function show(value: number): string {
  if (Number.isNaN(value)) return '–'
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value.toPrecision(value >= 10 ? 3 : 2)
}
