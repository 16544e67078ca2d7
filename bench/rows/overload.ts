import { type Bench, listRequests, listUrl, type Measure, type Query, siteRate, warmUp } from '../bench.ts'
import { partCores } from '../cores.ts'
import { compare, spreadOf } from '../measure.ts'
import { type OpenLoadAnswer, openLoad } from '../open-load.ts'

/** Ratio of the request rate to the site's capacity. */
const times = 5
const probeEvery = 20
/** More lists than any site answers in a second. */
const maxPerSecond = 5000

/**
 * A list that takes work, asked for five times as often as the site can answer. Site and client have cores of their own, because
 * a client that shares the site's takes an eighth of the machine.
 */
export const overload: Measure = async function* (bench) {
  const { site, seconds } = bench
  const shareCores = partCores(site.pid)
  const lists = new FreshLists(bench)
  await warmUp(bench, lists.take(2 * maxPerSecond))
  const answers: OpenLoadAnswer[] = []
  const healths: number[] = []
  let capacity = 0
  const compared = await compare(
    bench.rounds,
    async () => (capacity = await siteRate(bench, lists.take(seconds * maxPerSecond))),
    async () => {
      const load = { port: site.port, perSecond: capacity * times, connections: 1500, seconds: seconds + 4 }
      const probe = probeHealth(site.port)
      const answer = await openLoad({ ...load, requests: lists.take(Math.ceil(load.perSecond * load.seconds)) })
      healths.push(await probe.stop())
      answers.push(answer)
      await untilDone(bench, lists)
      return answer.servedPerSecond
    },
  )
  const of = (name: keyof OpenLoadAnswer) => spreadOf(answers.map((answer) => answer[name])).median.toFixed(0)
  const sum = (name: keyof OpenLoadAnswer) => answers.reduce((all, answer) => all + answer[name], 0)
  const busy = spreadOf(answers.map((answer) => answer.busy * 100)).median.toFixed(0)
  yield {
    name: `a list that takes work, ${times} times as often as can be answered`,
    value: compared.value,
    unit: '/s',
    baseline: { name: 'as often as can be', value: compared.baseline },
    ratio: compared.ratio,
    target: { of: 'ratio', least: 0.8 },
    note: `refused ${of('refusedPerSecond')}/s, p50 ${of('refusedP50')} ms, p99 ${of('refusedP99')} ms; served p99 ${of('servedP99')} ms; missed ${sum('missed')}, failed ${sum('failures')}; client busy ${busy} %`,
  }
  shareCores()
  const health = spreadOf(healths).median
  yield { name: 'health beside it, p99', value: health, unit: 'ms', target: { of: 'value', most: 250 } }
}

/** The site answers accepted requests in order: once it answers a new list, no earlier one is left. */
async function untilDone(bench: Bench, lists: FreshLists): Promise<void> {
  const ask = () => fetch(`http://127.0.0.1:${bench.site.port}${lists.url()}`, { headers: { cookie: bench.cookie } })
  for (let answer = await ask(); !answer.ok; answer = await ask()) {
    await answer.text()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Lists that are new to the site: it caches counts and pages, and a cached list is no work. */
class FreshLists {
  readonly #bench: Bench
  #taken = 0

  constructor(bench: Bench) {
    this.#bench = bench
  }

  url(): string {
    return listUrl(this.#next())
  }

  take(count: number): string[] {
    return listRequests(
      this.#bench,
      Array.from({ length: count }, () => this.#next()),
    )
  }

  #next(): Query {
    // Spread evenly, so that each takes the same work.
    return { filters: { amount: ['>', (this.#taken++ * 0.618_033_988_75) % 2800] }, order_by: 'amount desc' }
  }
}

/** Polls the health route; `stop` resolves to the 99th percentile in milliseconds. */
function probeHealth(port: number): { stop(): Promise<number> } {
  let isOn = true
  const millis: number[] = []
  const done = (async () => {
    while (isOn) {
      const began = performance.now()
      await (await fetch(`http://127.0.0.1:${port}/api/health`)).text()
      millis.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, probeEvery))
    }
  })()
  return {
    async stop() {
      isOn = false
      await done
      return millis.sort((a, b) => a - b)[Math.floor(millis.length * 0.99)] ?? Number.NaN
    },
  }
}
