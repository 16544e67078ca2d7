import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { BareSql } from './baselines.ts'
import type { Measure } from './bench.ts'
import { prepareSite, temporaryFolder } from './data.ts'
import { addHistory } from './history.ts'
import { LoadClient } from './load.ts'
import type { Row } from './measure.ts'
import { printHead, printRow, writeResults } from './report.ts'
import { around } from './rows/around.ts'
import { backup } from './rows/backup.ts'
import { badges } from './rows/badges.ts'
import { inTheBrowser } from './rows/browser.ts'
import { thread } from './rows/browser-thread.ts'
import { bulk } from './rows/bulk.ts'
import { projectTabs } from './rows/console-tabs.ts'
import { whileRedefined } from './rows/definition.ts'
import { derived } from './rows/derived.ts'
import { exporting } from './rows/export.ts'
import { firstLoad } from './rows/first-load.ts'
import { fleet } from './rows/fleet.ts'
import { get } from './rows/get.ts'
import { history } from './rows/history.ts'
import { hosting } from './rows/hosting.ts'
import { importing } from './rows/import.ts'
import { list } from './rows/list.ts'
import { logs } from './rows/logs.ts'
import { mail } from './rows/mail.ts'
import { merge } from './rows/merge.ts'
import { overload } from './rows/overload.ts'
import { own } from './rows/own.ts'
import { quickBesideSlow } from './rows/quick-beside-slow.ts'
import { safety } from './rows/safety.ts'
import { search } from './rows/search.ts'
import { start } from './rows/start.ts'
import { summary } from './rows/summary.ts'
import { whatsappEvents } from './rows/whatsapp.ts'
import { write } from './rows/write.ts'
import { signIn, startSite } from './site.ts'

const usage = `npm run bench -- [options]
  --quick          10,000 records only
  --sizes LIST     numbers of records (10000,1000000)
  --only LIST      some of: list, summary, get, around, search, own, beside, export, definition, write, merge, derived, bulk, import,
                   safety, backup, history, overload, start, hosting, logs, fleet, mail, whatsapp, badges, first-load, browser, thread, console
  --rounds N       rounds for each comparison (5)
  --seconds N      length of one measurement (2)
  --profile DIR    have each site write its CPU profiles to DIR`

/** A list takes about one millisecond, and tens of milliseconds. */
const overloadSizes = [10_000, 100_000]

/** In this order: rows that write come last. */
const onRecords: Record<string, Measure> = {
  list,
  summary,
  get,
  around,
  search,
  own,
  beside: quickBesideSlow,
  export: exporting,
  definition: whileRedefined,
  write,
  merge,
  derived,
  bulk,
  import: importing,
  safety,
  backup,
}

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '10000,1000000' },
    only: {
      type: 'string',
      default: [
        ...Object.keys(onRecords),
        'history',
        'overload',
        'start',
        'hosting',
        'logs',
        'fleet',
        'mail',
        'whatsapp',
        'badges',
        'first-load',
        'browser',
        'thread',
        'console',
      ].join(),
    },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    profile: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (options.help) console.log(usage)
else await run()

async function run(): Promise<void> {
  const only = new Set(options.only.split(','))
  const measures = Object.entries(onRecords)
    .filter(([name]) => only.has(name))
    .map(([, measure]) => measure)
  const sizes = options.quick ? [10_000] : options.sizes.split(',').map(Number)
  const groups: Record<string, Row[]> = {}
  const client = new LoadClient()
  console.log(
    `Load of the machine before: ${loadavg()[0]?.toFixed(1)}. Ratios count, and the more their ends lie apart, the less.`,
  )
  try {
    for (const records of measures.length > 0 ? sizes : []) {
      const rows = measureSite(records, measures, client)
      const title = `${records.toLocaleString('en')} records, 32 requests at once`
      groups[title] = await printed(title, rows)
    }
    for (const records of only.has('history') ? sizes : []) {
      const title = `${records.toLocaleString('en')} records with their history`
      groups[title] = await printed(title, measureSite(records, [history], client, addHistory))
    }
    if (only.has('overload')) {
      for (const records of overloadSizes) {
        const title = `${records.toLocaleString('en')} records, more asked than can be answered`
        groups[title] = await printed(title, measureSite(records, [overload], client))
      }
    }
    if (only.has('start')) groups.site = await printed('One site', start(client))
    if (only.has('hosting')) groups.hosting = await printed('HQ and its projects', hosting())
    if (only.has('logs')) groups.logs = await printed('Logs of a project', logs(Number(options.rounds)))
    if (only.has('fleet')) groups.fleet = await printed('Fleet', fleet(Number(options.rounds)))
    if (only.has('mail')) groups.mail = await printed('Mail', mail())
    if (only.has('whatsapp')) groups.whatsapp = await printed('WhatsApp', whatsappEvents())
    if (only.has('badges')) groups.badges = await printed('Badges', badges(client, Number(options.rounds)))
    if (only.has('first-load')) groups['first-load'] = await printed('What a browser loads', firstLoad())
    if (only.has('browser')) groups.browser = await printed('In a browser', inTheBrowser(Number(options.rounds)))
    if (only.has('thread')) groups.thread = await printed('A long thread in a browser', thread(Number(options.rounds)))
    if (only.has('console'))
      groups.console = await printed('The console in a browser', projectTabs(Number(options.rounds)))
  } finally {
    await client.close()
  }
  console.log(`\nLoad of the machine after: ${loadavg()[0]?.toFixed(1)}. All of it: ${writeResults(groups)}`)
}

async function* measureSite(
  records: number,
  measures: readonly Measure[],
  client: LoadClient,
  prepare: (dir: string) => void = () => {},
): AsyncGenerator<Row> {
  const folder = temporaryFolder()
  const dir = path.join(folder, 'site')
  try {
    await prepareSite(records, dir)
    prepare(dir)
    const nodeArgs = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${path.resolve(options.profile)}`] : []
    const site = await startSite(dir, { nodeArgs })
    const sql = new BareSql(dir)
    try {
      const rounds = Number(options.rounds)
      const seconds = Number(options.seconds)
      const bench = { site, cookie: await signIn(site), client, sql, records, rounds, seconds }
      for (const measure of measures) yield* measure(bench)
    } finally {
      sql.close()
      await site.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function printed(title: string, rows: AsyncIterable<Row> | Iterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  printHead(title)
  for await (const row of rows) {
    printRow(row)
    all.push(row)
  }
  return all
}
