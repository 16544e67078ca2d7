import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { logReader } from './log-reader.ts'

let dir: string
const inLogs = (name: string) => join(dir, 'logs', name)
const write = (name: string, text: string) => writeFileSync(inLogs(name), text)
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`)
const asText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tavla-logs-'))
  mkdirSync(join(dir, 'logs'))
})

afterEach(() => rmSync(dir, { recursive: true, force: true }))

describe('the listing', () => {
  test('holds only plain files, newest first', async () => {
    write('server.log', 'a\n')
    write('web.log', 'b\n')
    write('server.log.1', 'c\n')
    for (const [index, name] of ['server.log.1', 'web.log', 'server.log'].entries()) {
      utimesSync(inLogs(name), 1000 + index, 1000 + index)
    }
    for (const name of ['.hidden', '-option', 'two words.log', 'שרת.log', 'a\nb']) write(name, 'x')
    mkdirSync(inLogs('folder'))
    symlinkSync('/etc/passwd', inLogs('passwd.log'))
    const files = await logReader(dir).list()
    expect(files.map(({ path }) => path)).toEqual(['logs/server.log', 'logs/web.log', 'logs/server.log.1'])
    expect(files[0]).toMatchObject({ name: 'server.log', type: 'log', size: 2 })
  })

  test('is at most 100 files long, and empty where there is no folder', async () => {
    for (let n = 0; n < 120; n++) write(`server.log.${n}`, '')
    expect(await logReader(dir).list()).toHaveLength(100)
    rmSync(join(dir, 'logs'), { recursive: true })
    expect(await logReader(dir).list()).toEqual([])
    symlinkSync('/var/log', join(dir, 'logs'))
    expect(await logReader(dir).list()).toEqual([])
  })
})

test('no name reads a file outside the folder', async () => {
  write('server.log', 'mine\n')
  writeFileSync(join(dir, 'config.json'), 'secret\n')
  symlinkSync(join(dir, 'config.json'), inLogs('link.log'))
  mkdirSync(inLogs('deep'))
  writeFileSync(inLogs('deep/inner.log'), 'deep\n')
  const names = [
    '../config.json',
    'logs/../config.json',
    '..',
    '.',
    '',
    'logs',
    'logs/',
    '/etc/passwd',
    join(dir, 'logs', 'server.log'),
    'link.log',
    'logs/link.log',
    'deep/inner.log',
    'logs/deep/inner.log',
    './server.log',
    'logs//server.log',
    'logs\\server.log',
    'server.log\0.txt',
    'SERVER.LOG',
    'server%2elog',
    '__proto__',
  ]
  const reader = logReader(dir)
  for (const name of names) {
    expect([name, await reader.lines(name, { count: 10 })]).toEqual([name, undefined])
    expect([name, await reader.search({ text: 's', file: name, limit: 10 })]).toEqual([name, undefined])
  }
  expect((await reader.lines('logs/server.log', { count: 10 }))?.lines).toEqual(['mine'])
})

describe('pages of lines', () => {
  test('are the last ones, oldest first, and go back to the beginning without a gap', async () => {
    const all = numbered(1, 25_000)
    write('server.log', asText(all))
    const reader = logReader(dir)
    const read: string[] = []
    let before: number | undefined
    for (;;) {
      const page = await reader.lines('server.log', { count: 1000, before })
      if (!page) throw new Error('no page')
      read.unshift(...page.lines)
      expect(page.truncated).toBe(page.start > 0)
      before = page.start
      if (page.start === 0) break
    }
    expect(read).toEqual(all)
  })

  test('an offset within a line counts as the end of the line before', async () => {
    write('server.log', 'one\ntwo\nthree\n')
    const page = await logReader(dir).lines('server.log', { count: 10, before: 9 })
    expect(page).toMatchObject({ lines: ['one', 'two'], start: 0, end: 8 })
    expect(await logReader(dir).lines('server.log', { count: 10, before: 2 })).toMatchObject({ lines: [], end: 0 })
    const both = await logReader(dir).lines('server.log', { count: 10, before: 4, after: 0 })
    expect(both?.lines).toEqual(['one'])
  })

  test('a page holds empty lines, carriage returns, other scripts and an unfinished last line', async () => {
    write('server.log', '\n\nאחת\r\n\nlast')
    const page = await logReader(dir).lines('server.log', { count: 10 })
    expect(page).toMatchObject({ lines: ['', '', 'אחת', '', 'last'], start: 0, end: 15, size: 15 })
    write('empty.log', '')
    expect(await logReader(dir).lines('empty.log', { count: 10 })).toMatchObject({ lines: [], start: 0, end: 0 })
  })

  test('following gives each whole line once and starts again after a rotation', async () => {
    const reader = logReader(dir)
    write('server.log', 'one\ntw')
    const first = await reader.lines('server.log', { count: 10, after: 0 })
    expect(first).toMatchObject({ lines: ['one'], start: 0, end: 4 })
    appendFileSync(inLogs('server.log'), 'o\nthree\n')
    const second = await reader.lines('server.log', { count: 1, after: first?.end })
    expect(second).toMatchObject({ lines: ['two'], truncated: true, end: 8 })
    expect((await reader.lines('server.log', { count: 5, after: second?.end }))?.lines).toEqual(['three'])
    expect(await reader.lines('server.log', { count: 5, after: 14 })).toMatchObject({ lines: [], start: 14, end: 14 })
    truncateSync(inLogs('server.log'), 0)
    appendFileSync(inLogs('server.log'), 'new\n')
    expect((await reader.lines('server.log', { count: 5, after: 14 }))?.lines).toEqual(['new'])
  })

  test('a line is cut at 10,000 characters, and an endless line does not stop the reader', async () => {
    write('server.log', `${'x'.repeat(20_000)}\nend\n`)
    const page = await logReader(dir).lines('server.log', { count: 2 })
    expect(page?.lines.map(({ length }) => length)).toEqual([10_000, 3])
    write('huge.log', 'y'.repeat(5_000_000))
    const last = await logReader(dir).lines('huge.log', { count: 10 })
    expect(last?.lines.every(({ length }) => length === 10_000)).toBe(true)
    const next = await logReader(dir).lines('huge.log', { count: 10, after: 0 })
    expect(next?.end).toBe(2_000_000)
  })
})

describe('search', () => {
  const line = (second: number, level: number, msg: string) =>
    JSON.stringify({ level, time: `2026-01-05T10:00:${String(second).padStart(2, '0')}.000Z`, msg })

  test('finds text whatever its case, newest first over all files, at the byte where the line starts', async () => {
    write('server.log', asText([line(1, 30, 'Refused one'), line(5, 50, 'REFUSED five')]))
    write('error.log', asText([line(3, 50, 'refused three'), '  at a place that refused']))
    write('web.log', '2026-01-05T10:00:04.000Z id 200 GET /refused Guest 1.0\n')
    const found = await logReader(dir).search({ text: 'refused', limit: 10 })
    expect(found?.complete).toBe(true)
    const files = found?.hits.map(({ file }) => file)
    expect(files?.filter((file) => file !== 'logs/error.log')).toEqual([
      'logs/server.log',
      'logs/web.log',
      'logs/server.log',
    ])
    expect(files).toHaveLength(5)
    expect(found?.hits[0]).toEqual({
      file: 'logs/server.log',
      offset: line(1, 30, 'Refused one').length + 1,
      line: line(5, 50, 'REFUSED five'),
      at: '2026-01-05T10:00:05.000Z',
    })
    const errors = await logReader(dir).search({ text: 'refused', level: 'error', limit: 10 })
    expect(errors?.hits.map(({ line: text }) => JSON.parse(text).msg)).toEqual(['REFUSED five', 'refused three'])
    const one = await logReader(dir).search({ text: 'refused', file: 'logs/web.log', limit: 10 })
    expect(one?.hits).toHaveLength(1)
  })

  test('finds text amid megabytes of other lines, at the beginning of a long line, and above a stack', async () => {
    const others = asText(Array.from({ length: 2_000 }, (_, at) => line(at % 60, 30, 'x'.repeat(500))))
    const long = `needle ${'y'.repeat(200_000)}`
    const stack = [
      line(7, 50, 'it broke'),
      ...Array.from({ length: 900 }, (_, at) => `    at place ${at} of ${'z'.repeat(90)}`),
    ]
    const at = Buffer.byteLength(others)
    write('server.log', others + asText([long]) + others)
    write('error.log', asText([...stack, '    at needle']) + others)
    write('web.log', asText([line(8, 30, 'NEEDLE')]) + others)
    const found = await logReader(dir).search({ text: 'needle', limit: 10 })
    expect(found?.hits.map(({ file, line: text }) => [file, text.slice(-6)])).toEqual([
      ['logs/server.log', 'yyyyyy'],
      ['logs/web.log', 'EDLE"}'],
      ['logs/error.log', 'needle'],
    ])
    expect(found?.hits[0]?.offset).toBe(at)
  })

  test('finds what lies in a time frame, with or without a text, and lines of a stack with the line above them', async () => {
    const stack = [line(2, 50, 'it broke'), '    at one', '    at two']
    write(
      'server.log',
      asText(['    at nothing', line(1, 30, 'one'), ...stack, line(3, 30, 'three'), line(4, 30, 'four')]),
    )
    write('web.log', asText(['2026-01-05T10:00:02.500Z a 200 GET /one Guest 1.0', '2026-01-05T10:00:09.000Z b']))
    const second = (number: number) => `2026-01-05T10:00:0${number}.000Z`
    const found = await logReader(dir).search({ from: second(2), to: second(3), limit: 10 })
    expect(found?.complete).toBe(true)
    expect(found?.hits.map((hit) => [hit.at.slice(18, 23), hit.line.slice(-8).trim()])).toEqual([
      ['3.000', '"three"}'],
      ['2.500', 'uest 1.0'],
      ['2.000', 'at two'],
      ['2.000', 'at one'],
      ['2.000', 'broke"}'],
    ])
    const words = await logReader(dir).search({ text: 'at', from: second(1), to: second(2), limit: 10 })
    expect(words?.hits.map(({ line: text }) => text.trim())).toEqual(['at two', 'at one'])
    expect((await logReader(dir).search({ text: 'nothing', limit: 10 }))?.hits).toHaveLength(1)
    expect((await logReader(dir).search({ text: 'nothing', from: second(0), limit: 10 }))?.hits).toEqual([])
    const errors = await logReader(dir).search({ level: 'error', limit: 10 })
    expect(errors?.hits.map(({ at }) => at)).toEqual([second(2)])
  })

  test('reads the frame of a long log alone, and no file that ended before it', async () => {
    const minute = (number: number, msg: string) =>
      JSON.stringify({ level: 30, time: new Date(Date.UTC(2026, 0, 5, 0, number)).toISOString(), msg })
    const lines = Array.from({ length: 10_000 }, (_, at) => minute(at, `${at} ${'x'.repeat(9_000)}`))
    // 90 MB, which is more than one search reads.
    write('server.log', asText(lines))
    write('old.log', asText([minute(20, 'old')]))
    utimesSync(inLogs('old.log'), 1000, 1000)
    const at = (number: number) => new Date(Date.UTC(2026, 0, 5, 0, number)).toISOString()
    const found = await logReader(dir).search({ from: at(19), to: at(21), limit: 10 })
    expect(found?.hits.map(({ line: text }) => JSON.parse(text).msg.split(' ')[0])).toEqual(['21', '20', '19'])
    expect(found?.complete).toBe(true)
    const all = await logReader(dir).search({ text: 'old', limit: 10 })
    expect(all?.complete).toBe(false)
  })

  test('says when its limit ended the search', async () => {
    write('server.log', asText(numbered(1, 5000)))
    const found = await logReader(dir).search({ text: 'LINE', limit: 200 })
    expect([found?.hits.length, found?.complete, found?.hits[0]?.line]).toEqual([200, false, 'line 5000'])
    expect((await logReader(dir).search({ text: 'line 4321', limit: 1 }))?.complete).toBe(true)
  })
})
