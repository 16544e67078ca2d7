import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'
import { makeTestSite } from '../../../testing/test-site.ts'

let hq: TestHq
let operator: string
let staff: string
let manager: string

beforeAll(async () => {
  hq = await startHq()
  operator = await hq.person('operator@example.com', ['Operator'])
  staff = await hq.person('staff@example.com', ['Staff'])
  manager = await hq.person('manager@example.com', ['System Manager'])
  for (const id of ['one', 'two']) await hq.create(id, { auto_provision: 0 })
  write('one', 'server.log', [line(1, 30, 'started'), line(4, 50, 'needle in one')])
  write('two', 'server.log', [line(2, 50, 'NEEDLE in two'), line(3, 30, 'quiet')])
  writeFileSync(join(hq.dir, 'logs', 'own.log'), `${line(1, 30, 'of HQ itself')}\n`)
  write('two', 'web.log', ['2026-01-05T10:00:05.000Z id 200 GET /needle Guest 1.0'])
})

afterAll(() => hq.remove())

const line = (second: number, level: number, msg: string) =>
  JSON.stringify({ level, time: `2026-01-05T10:00:0${second}.000Z`, msg })

function write(id: string, name: string, lines: readonly string[]): void {
  mkdirSync(join(hq.folder(id), 'logs'), { recursive: true })
  writeFileSync(join(hq.folder(id), 'logs', name), lines.map((one) => `${one}\n`).join(''))
}

const search = (body: object, cookie?: string) => hq.call('POST', '/api/hq/search_logs', body, cookie)
const wall = (second: number) => hq.site.engine.clock.toWall(`2026-01-05 10:00:0${second}.000000`)

describe('a search over all projects', () => {
  test('finds the newest first, in whose project it stands, at HQ’s wall clock', async () => {
    const { json } = await search({ text: 'needle' }, operator)
    expect(json).toMatchObject({ complete: 1, unreachable: [] })
    expect(json.hits.map((hit: { project: string; at: string }) => [hit.project, hit.at.slice(0, 19)])).toEqual([
      ['two', wall(5).slice(0, 19)],
      ['one', wall(4).slice(0, 19)],
      ['two', wall(2).slice(0, 19)],
    ])
    expect(json.hits[2]).toMatchObject({ file: 'logs/server.log', offset: 0, line: line(2, 50, 'NEEDLE in two') })
  })

  test('takes a frame, a level, a file and chosen projects', async () => {
    const lines = async (body: object) => (await search(body)).json.hits.map((hit: { line: string }) => hit.line)
    expect(await lines({ from: wall(2), to: wall(3) })).toEqual([line(3, 30, 'quiet'), line(2, 50, 'NEEDLE in two')])
    expect(await lines({ level: 'error', from: wall(3), projects: ['one', 'two'] })).toEqual([
      line(4, 50, 'needle in one'),
    ])
    expect(await lines({ text: 'needle', file: 'web.log' })).toHaveLength(1)
    expect(await lines({ text: 'needle', projects: ['one'] })).toHaveLength(1)
    const limited = await search({ text: 'needle', limit: 1 })
    expect([limited.json.hits.length, limited.json.complete]).toEqual([1, 0])
    const own = await hq.act('two', 'search_logs', { from: wall(2), to: wall(3) })
    expect(own.json.data.hits).toEqual([
      { file: 'logs/server.log', offset: line(2, 50, 'NEEDLE in two').length + 1, line: line(3, 30, 'quiet') },
      { file: 'logs/server.log', offset: 0, line: line(2, 50, 'NEEDLE in two') },
    ])
  })

  test('says what is wrong with a call', async () => {
    const bad: [object, number, string][] = [
      [{}, 417, 'text is required'],
      [{ text: '', to: wall(1) }, 417, 'text is required'],
      [{ text: 'x', limit: 501 }, 417, 'limit must be between 1 and 500'],
      [{ text: 'x', level: 'loud' }, 417, 'level must be one of: trace, debug, info, warn, error, fatal'],
      [{ from: 'yesterday' }, 417, 'The value for from is not valid'],
      [{ from: {} }, 417, 'The value for from is not valid'],
      [{ text: 'x', projects: 'one' }, 417, 'The value for projects is not valid'],
      [{ text: 'x', projects: ['one', 'none'] }, 404, 'Project none was not found.'],
      [[], 400, 'The request could not be read.'],
    ]
    for (const [body, status, message] of bad) {
      const answer = await search(body)
      expect([body, answer.status, answer.message]).toEqual([body, status, message])
    }
  })
})

test('HQ’s own log files are for its System Managers', async () => {
  const own = { text: 'of HQ', projects: ['_hq'] }
  const { json } = await search(own, manager)
  expect(json.hits).toMatchObject([{ project: '_hq', file: 'logs/own.log' }])
  const files = await hq.call('POST', '/api/hq/load_log_files', {}, manager)
  expect(files.json.data.map(({ name }: { name: string }) => name)).toContain('own.log')
  const page = { data: { file: 'logs/own.log', line_count: 1000 } }
  const lines = await hq.call('POST', '/api/hq/get_log_file_lines', page, manager)
  expect(lines.json.data.content).toContain('of HQ itself')
  const refused: [string, object][] = [
    ['search_logs', own],
    ['load_log_files', {}],
    ['get_log_file_lines', page],
  ]
  for (const [name, body] of refused) {
    expect([name, (await hq.call('POST', `/api/hq/${name}`, body, operator)).status]).toEqual([name, 403])
    expect([name, (await hq.call('POST', `/api/hq/${name}`, body, staff)).status]).toEqual([name, 403])
    expect([name, (await hq.call('POST', `/api/hq/${name}`, body, 'sid=nobody')).status]).toEqual([name, 401])
  }
  const lost = await hq.call('POST', '/api/hq/get_log_file_lines', { data: { file: '../config.json' } }, manager)
  expect([lost.status, lost.message]).toEqual([404, 'Log file not found'])
})

test('a site that is no HQ has none of these calls', async () => {
  const site = await makeTestSite()
  const as = await site.signIn('Administrator')
  for (const name of ['search_logs', 'load_log_files', 'get_log_file_lines']) {
    expect((await site.call('POST', `/api/hq/${name}`, { body: { text: 'x' }, as })).status).toBe(404)
  }
})
